import { Moved, serve } from '../lib/rpc';
import { Game, initSync, type MapPixels } from '../wasm/game/undercroft_web';
import type { Command, Frame, GameRecord, Hint, Icon, Message, Painted, Plan, Step, Turn } from './api';
import { cameraFor, windowFor } from './camera';

/** The methods of the worker that holds the game. */
function methods(core: WebAssembly.Module) {
  initSync({ module: core });
  const game = new Game();

  /** What the page needs after a command. */
  function step(text: string, frame: Frame | null): Moved<Step> {
    const turn = JSON.parse(text) as Turn;
    const painted = frame && paint(turn, frame);
    const journal = game.takeJournal();
    const checkpoint = game.takeCheckpoint() ?? null;
    const replay = turn.scene.ending ? game.replay() : null;
    return new Moved({ turn, painted, journal, checkpoint, replay }, painted ? [painted.bitmap] : []);
  }

  function paint(turn: Turn, frame: Frame): Painted {
    const camera = cameraFor(turn.scene, frame);
    const part = windowFor(camera, frame);
    const request = { ...part, look: frame.look, oblique: frame.oblique };
    const picture = drawn(game.paint(JSON.stringify(request)));
    return { ...picture, x: part.x, y: part.y, camera };
  }

  /** What the page needs to show a moment of a replay. */
  function moment(text: string, frame: Frame | null) {
    const turn = JSON.parse(text) as Turn;
    const painted = frame && paint(turn, frame);
    const progress = JSON.parse(game.progress()) as { done: number; actions: number };
    return new Moved({ turn, painted, ...progress }, painted ? [painted.bitmap] : []);
  }

  return {
    plans: () => JSON.parse(game.plans()) as Plan[],
    /** Adds all of the player's own content files or none. */
    addFiles: (files: [path: string, text: string][]) => game.addFiles(JSON.stringify(files)),
    removeFile: (path: string) => game.removeFile(path),
    daily: (date: string) => JSON.parse(Game.daily(date)) as { plan: string; seed: string },
    guide: () => JSON.parse(Game.guide()) as [heading: string, text: string][],
    hint: (given: string[]) => JSON.parse(game.hint(JSON.stringify(given))) as Hint | null,
    sprites: () => {
      const sprites = Game.sprites();
      const answer = {
        png: sprites.png(),
        places: JSON.parse(sprites.places) as Record<string, [number, number]>,
        side: sprites.side,
      };
      sprites.free();
      return answer;
    },
    backdrop: (seed: string) => {
      const { bitmap } = drawn(Game.backdrop(seed));
      return new Moved(bitmap, [bitmap]);
    },
    begin: (plan: string, seed: string, id: string, frame: Frame | null) =>
      step(game.begin(plan, seed, BigInt(id)), frame),
    resume: (journal: Uint8Array, checkpoint: Uint8Array | null, frame: Frame | null) => {
      const isRepaired = game.resume(journal, checkpoint ?? undefined);
      const { value, buffers } = step(game.turn(), frame);
      return new Moved({ ...value, isRepaired, id: game.id() }, buffers);
    },
    command: (command: Command, frame: Frame | null) => step(game.command(JSON.stringify(command)), frame),
    goOn: (steps: number, frame: Frame | null) => step(game.goOn(steps), frame),
    stop: (frame: Frame | null) => step(game.stop(), frame),
    bot: (actions: number, frame: Frame | null) => step(game.bot(actions), frame),
    remark: (text: string) => JSON.parse(game.remark(text)) as Turn,
    setPicksUp: (picksUp: boolean) => game.setPicksUp(picksUp),
    journal: () => game.journal(),
    hash: () => game.hash(),
    history: () => JSON.parse(game.history()) as Message[],
    legend: () => JSON.parse(game.legend()) as { name: string; icon: Icon }[],
    describe: (x: number, y: number) => game.describe(x, y),
    repaint: (frame: Frame) => {
      const painted = paint(JSON.parse(game.turn()) as Turn, frame);
      return new Moved(painted, [painted.bitmap]);
    },
    overview: (x: number, y: number, width: number, height: number, frame: Frame) => {
      const request = { x, y, width, height, look: frame.look, oblique: frame.oblique };
      const picture = drawn(game.paint(JSON.stringify(request)));
      return new Moved(picture, [picture.bitmap]);
    },
    record: (bytes: Uint8Array) => JSON.parse(Game.record(bytes)) as GameRecord,
    verify: (bytes: Uint8Array) => game.verify(bytes),
    watch: (bytes: Uint8Array, frame: Frame | null) => moment(game.watch(bytes), frame),
    seek: (done: number, frame: Frame | null) => moment(game.seek(done), frame),
  };
}

export type GameMethods = { [K in keyof ReturnType<typeof methods>]: Unmoved<ReturnType<typeof methods>[K]> };
type Unmoved<F> = F extends (...parameters: infer P) => Moved<infer R> ? (...parameters: P) => R : F;

function drawn(pixels: MapPixels): Omit<Painted, 'x' | 'y' | 'camera'> {
  const { width, height, cellWidth, cellHeight, above } = pixels;
  const image = new ImageData(new Uint8ClampedArray(pixels.rgba().buffer as ArrayBuffer), width, height);
  pixels.free();
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')!.putImageData(image, 0, 0);
  return { bitmap: canvas.transferToImageBitmap(), cellWidth, cellHeight, above };
}

serve(methods);
