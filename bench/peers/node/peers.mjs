// The other systems that are npm packages: rot-js and malwoden. The protocol is that of the Rust programs.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);
const ROT = require("rot-js");
const Malwoden = require("malwoden");

/** One of the maps that all systems share. */
function readMap(task, kind) {
  const bytes = readFileSync(join(task.maps, `${kind}-${task.width}x${task.height}.map`));
  const end = bytes.indexOf(10);
  const [, width, height, fromX, fromY, toX, toY] = bytes.toString("latin1", 0, end).split(" ").map(Number);
  const cells = bytes.subarray(end + 1);
  const isOpen = (x, y) => x >= 0 && y >= 0 && x < width && y < height && cells[y * width + x] === 1;
  return { width, height, cells, isOpen, start: [fromX, fromY], goal: [toX, toY] };
}

/** Two hundred open cells, spread evenly. */
function origins({ width, cells }) {
  const open = [];
  cells.forEach((cell, at) => cell === 1 && open.push([at % width, Math.floor(at / width)]));
  const step = Math.max(1, Math.floor(open.length / 200));
  return open.filter((_, index) => index % step === 0).slice(0, 200);
}

/** Times a system's own work and nothing around it. */
class Clock {
  spent = 0;
  calls = 1;
  output = null;

  constructor(wantsOutput) {
    this.wantsOutput = wantsOutput;
  }

  time(work) {
    const start = process.hrtime.bigint();
    const made = work();
    this.spent += Number(process.hrtime.bigint() - start);
    return made;
  }

  keep(make) {
    if (this.wantsOutput) this.output = make();
  }

  get nanoseconds() {
    return this.spent / this.calls;
  }
}

function mapOf(width, height, isOpen) {
  const cells = Buffer.alloc(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) cells[y * width + x] = isOpen(x, y) ? 1 : 0;
  return { head: `map ${width} ${height}`, body: cells };
}

const numbers = (values) => Buffer.from(Uint32Array.from(values).buffer);
const pathOf = (cells) => ({ head: `path ${cells.length}`, body: numbers(cells.flat()) });

function rotSmooth(task) {
  const noise = readMap(task, "noise");
  const load = () => {
    const map = new ROT.Map.Cellular(task.width, task.height);
    for (let x = 0; x < task.width; x++)
      for (let y = 0; y < task.height; y++) map.set(x, y, noise.isOpen(x, y) ? 1 : 0);
    return map;
  };
  return (_, clock) => {
    const map = load();
    clock.time(() => map.create());
    clock.keep(() => mapOf(task.width, task.height, (x, y) => map._map[x][y] === 1));
  };
}

function rotCave(task) {
  return (seed, clock) => {
    ROT.RNG.setSeed(seed);
    const map = clock.time(() => {
      const map = new ROT.Map.Cellular(task.width, task.height);
      map.randomize(0.5);
      for (let pass = 0; pass < 8; pass++) map.create();
      map.connect(null, 1);
      return map;
    });
    clock.keep(() => mapOf(task.width, task.height, (x, y) => map._map[x][y] === 1));
  };
}

const rotRooms = (Generator, options) => (task) => {
  return (seed, clock) => {
    ROT.RNG.setSeed(seed);
    const cells = clock.time(() => {
      const cells = new Uint8Array(task.width * task.height);
      new Generator(task.width, task.height, options(task)).create((x, y, wall) => {
        cells[y * task.width + x] = wall ? 0 : 1;
      });
      return cells;
    });
    clock.keep(() => ({ head: `map ${task.width} ${task.height}`, body: Buffer.from(cells) }));
  };
};

function rotSimplex(task) {
  const noise = new ROT.Noise.Simplex();
  const values = new Float32Array(task.width * task.height);
  return (_, clock) => {
    clock.time(() => {
      let at = 0;
      for (let y = 0; y < task.height; y++)
        for (let x = 0; x < task.width; x++) values[at++] = noise.get(x * 0.05, y * 0.05);
    });
    clock.keep(() => ({ head: `values ${task.width} ${task.height}`, body: Buffer.from(values.buffer) }));
  };
}

function rotDistance(task) {
  const { width, height, isOpen, start } = readMap(task, "cave");
  return (_, clock) => {
    const field = clock.time(() => {
      const field = new ROT.Path.Dijkstra(start[0], start[1], isOpen, { topology: 4 });
      field.compute(0, 0, () => {});
      return field;
    });
    clock.keep(() => {
      const steps = new Uint32Array(width * height).fill(0xffffffff);
      // In the order in which they were found, so that the previous cell already has its count.
      for (const { x, y, prev } of Object.values(field._computed)) {
        steps[y * width + x] = prev ? steps[prev.y * width + prev.x] + 1 : 0;
      }
      return { head: `distances ${width} ${height}`, body: Buffer.from(steps.buffer) };
    });
  };
}

function rotPath(task) {
  const { isOpen, start, goal } = readMap(task, "cave");
  return (_, clock) => {
    const way = clock.time(() => {
      const way = [];
      new ROT.Path.AStar(goal[0], goal[1], isOpen, { topology: 4 }).compute(start[0], start[1], (x, y) =>
        way.push([x, y]),
      );
      return way;
    });
    clock.keep(() => pathOf(way));
  };
}

function sight(task, look) {
  const map = readMap(task, "cave");
  const from = origins(map);
  const see = look(map);
  return (_, clock) => {
    let seen = 0;
    clock.time(() => {
      for (const [x, y] of from) seen += see(x, y).length;
    });
    clock.calls = from.length;
    clock.keep(() => {
      const views = from.map(([x, y]) => see(x, y).filter(([x, y]) => x >= 0 && y >= 0));
      return { head: `sight ${views.map((view) => view.length).join(" ")}`, body: numbers(views.flat(2)) };
    });
    if (seen < from.length) throw new Error("a view does not include its own origin");
  };
}

const rotSight = (Algorithm) => (task) =>
  sight(task, ({ isOpen }) => {
    const fov = new Algorithm(isOpen);
    return (x, y) => {
      const seen = [];
      fov.compute(x, y, 8, (x, y, _, visible) => visible && seen.push([x, y]));
      return seen;
    };
  });

const malwodenSight = (task) =>
  sight(task, ({ isOpen }) => {
    const fov = new Malwoden.FOV.PreciseShadowcasting({ lightPasses: ({ x, y }) => isOpen(x, y), topology: "eight" });
    return (x, y) => fov.calculateArray({ x, y }, 8).map(({ pos }) => [pos.x, pos.y]);
  });

function malwodenMap(task, rng) {
  const { width, height } = task;
  return new Malwoden.Generation.CellularAutomataBuilder({ width, height, wallValue: 0, floorValue: 1, rng });
}

function malwodenSmooth(task) {
  const noise = readMap(task, "noise");
  return (_, clock) => {
    const map = malwodenMap(task);
    const table = map.getMap();
    for (let x = 0; x < task.width; x++)
      for (let y = 0; y < task.height; y++) table.set({ x, y }, noise.isOpen(x, y) ? 1 : 0);
    clock.time(() => map.doSimulationStep(1));
    clock.keep(() => mapOf(task.width, task.height, (x, y) => map.getMap().get({ x, y }) === 1));
  };
}

function malwodenCave(task) {
  return (seed, clock) => {
    const map = clock.time(() => {
      const map = malwodenMap(task, new Malwoden.Rand.AleaRNG(String(seed)));
      map.randomize(0.6);
      map.doSimulationStep(8);
      map.connect(1);
      return map;
    });
    clock.keep(() => mapOf(task.width, task.height, (x, y) => map.getMap().get({ x, y }) === 1));
  };
}

function malwodenPath(task) {
  const { isOpen, start, goal } = readMap(task, "cave");
  const point = ([x, y]) => ({ x, y });
  return (_, clock) => {
    const way = clock.time(() =>
      new Malwoden.Pathfinding.AStar({ isBlockedCallback: ({ x, y }) => !isOpen(x, y), topology: "four" }).compute(
        point(start),
        point(goal),
      ),
    );
    clock.keep(() => pathOf((way ?? []).map(({ x, y }) => [x, y])));
  };
}

const attempts = (task) => (task.width * task.height < 10_000 ? 35 : 4_000);
const SYSTEMS = [
  ["smooth", "rot-js", "", rotSmooth],
  ["smooth", "malwoden", "", malwodenSmooth],
  ["cave", "rot-js + connect", "no stairs, no checks", rotCave],
  [
    "cave",
    "malwoden + connect",
    "floors at 0.6, as its rule closes a map at one half; no stairs, no checks",
    malwodenCave,
  ],
  [
    "rooms",
    "rot-js Rogue",
    "a grid of rooms, as many as fit the attempts; no stairs, no checks",
    rotRooms(ROT.Map.Rogue, (task) => {
      const cells = Math.max(3, Math.floor(Math.sqrt(attempts(task) / 4)));
      return { cellWidth: cells, cellHeight: cells };
    }),
  ],
  [
    "rooms",
    "rot-js Uniform",
    "as many rooms as fit in a second at most; no stairs, no checks",
    rotRooms(ROT.Map.Uniform, () => ({ roomWidth: [5, 16], roomHeight: [5, 16], timeLimit: 1000 })),
  ],
  ["simplex", "rot-js", "", rotSimplex],
  ["distance", "rot-js", "", rotDistance],
  ["path", "rot-js", "", rotPath],
  ["path", "malwoden", "", malwodenPath],
  ["sight", "rot-js Precise", "", rotSight(ROT.FOV.PreciseShadowcasting)],
  ["sight", "rot-js Recursive", "", rotSight(ROT.FOV.RecursiveShadowcasting)],
  ["sight", "malwoden", "", malwodenSight],
];

function check(task, name, sample, [out]) {
  const clock = new Clock(true);
  sample(1, clock);
  const file = join(out, `${task.name}.${name}`);
  writeFileSync(file, Buffer.concat([Buffer.from(`${clock.output.head}\n`), clock.output.body]));
  return { ns: clock.nanoseconds, file };
}

/** As in the Rust programs: drops the first run, and takes at least three even if they overrun the budget a little. */
function measure(_task, _name, sample, rest) {
  const [milliseconds, samples, seed] = rest.map(Number);
  const start = performance.now();
  const one = (seed) => {
    const clock = new Clock(false);
    sample(seed, clock);
    return clock.nanoseconds;
  };
  const first = one(seed + samples);
  const taken = [];
  const hasTime = () => {
    const spent = performance.now() - start;
    return spent < milliseconds || (taken.length < 3 && spent < milliseconds * 8);
  };
  while (taken.length < samples && hasTime()) taken.push(one(seed + taken.length));
  return { samples: taken.length > 0 ? taken : [first] };
}

const [what, name, maps, ...rest] = process.argv.slice(2);
const chosen = rest.pop();
const [, kind, width, height] = /^(.*)-(\d+)x(\d+)$/.exec(name);
const task = { name, kind, width: Number(width), height: Number(height), maps };
const isChosen = (system) =>
  chosen === "all" || chosen.startsWith("!") !== chosen.replace("!", "").split(",").includes(system);

for (const [systemKind, system, note, make] of SYSTEMS) {
  if (systemKind !== kind || !isChosen(system)) continue;
  let answer = { system, task: name, note };
  try {
    const act = what === "check" ? check : measure;
    answer = { ...answer, ...act(task, system, make(task), rest) };
  } catch (problem) {
    // A peer's exception is an answer, and the next peer still runs.
    answer.error = String(problem);
  }
  console.log(JSON.stringify(answer));
}
