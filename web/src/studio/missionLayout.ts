/** Where the regions and links of a mission's graph are drawn: layers by distance from the start, from top to bottom. */

import type { MissionGraph, MissionThing } from './api';

/** Pixels, at the usual size of text. */
const COLUMN = 136;
const BOX = 118;
const LINE = 17;
const PADDING = 7;
/** The height of a link's label, with the space around it. */
const LABEL = 24;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  things: { thing: MissionThing; y: number }[];
}

export interface Wire {
  thing: MissionThing;
  between: [number, number];
  oneWay: boolean;
  path: string;
  /** The middle of its label. */
  x: number;
  y: number;
}

export interface Layout {
  width: number;
  height: number;
  boxes: Box[];
  wires: Wire[];
}

export function layOut(graph: MissionGraph): Layout {
  const depths = depthsOf(graph);
  const columns = columnsOf(graph, depths);
  const heights = graph.regions.map((region) => 2 * PADDING + LINE * Math.max(1, region.holds.length));
  const layers = Math.max(0, ...depths) + 1;
  const between = (one: number, other: number) =>
    graph.links.filter(({ between: [a, b] }) => Math.min(a, b) === Math.min(one, other) && Math.max(a, b) === Math.max(one, other));
  // Links that join the same two regions have their labels below each other.
  const gaps = Array.from({ length: layers }, (_, layer) => {
    const below = graph.links.filter((link) => Math.min(...link.between.map((region) => depths[region]!)) === layer);
    const most = Math.max(0, ...below.map((link) => between(...link.between).length));
    return most === 0 ? 0 : 22 + LABEL * most;
  });
  const tops: number[] = [];
  let height = 1;
  for (let layer = 0; layer < layers; layer += 1) {
    tops.push(height);
    height += Math.max(...heights.filter((_, region) => depths[region] === layer)) + gaps[layer]!;
  }
  const boxes = graph.regions.map((region, index): Box => {
    const [x, y] = [columns[index]! * COLUMN + (COLUMN - BOX) / 2, tops[depths[index]!]!];
    const things = region.holds.map((thing, row) => ({ thing, y: y + PADDING + LINE * (row + 0.5) }));
    return { x, y, width: BOX, height: heights[index]!, things };
  });
  const wires = graph.links.map((link): Wire => {
    const parallel = between(...link.between);
    const number = parallel.indexOf(link);
    const aside = (number - (parallel.length - 1) / 2) * 40;
    const [from, to] = link.between.map((region) => boxes[region]!) as [Box, Box];
    const [upper, lower] = from.y <= to.y ? [from, to] : [to, from];
    const centre = (box: Box) => box.x + box.width / 2 + aside;
    const bottom = (box: Box) => box.y + box.height;
    // Only one region of its layer is below a label. A link within a layer hangs below it.
    const isLevel = upper.y === lower.y;
    const x = isLevel ? (centre(from) + centre(to)) / 2 : centre(lower);
    const y = gapTop(upper) + 11 + LABEL * (number + 0.5);
    const bend = (bottom(upper) + y) / 2;
    const [up, down] = [centre(upper), lower.y];
    let path = `M ${centre(from)} ${bottom(from)} C ${centre(from)} ${y}, ${x} ${y}, ${x} ${y} S ${centre(to)} ${y}, ${centre(to)} ${bottom(to)}`;
    if (!isLevel && upper === from) path = `M ${up} ${bottom(upper)} C ${up} ${bend}, ${x} ${bend}, ${x} ${y} V ${down}`;
    if (!isLevel && upper === to) path = `M ${x} ${down} V ${y} C ${x} ${bend}, ${up} ${bend}, ${up} ${bottom(upper)}`;
    return { thing: link, between: link.between, oneWay: link.oneWay, path, x, y };
  });
  return { width: COLUMN * (Math.max(0, ...columns.map(Math.ceil)) + 1), height: height + 1, boxes, wires };

  /** The end of the tallest box of a layer. */
  function gapTop(box: Box): number {
    return Math.max(...boxes.filter((other) => other.y === box.y).map((other) => other.y + other.height));
  }
}

/** How many links each region is from the start. Regions are sorted by it. */
function depthsOf(graph: MissionGraph): number[] {
  const depths: number[] = [];
  for (let region = 0; region < graph.regions.length; region += 1) {
    const parent = parentOf(graph, region);
    depths.push(parent === undefined ? 0 : depths[parent]! + 1);
  }
  return depths;
}

/** The first region linked to one, if that comes before it. */
function parentOf(graph: MissionGraph, region: number): number | undefined {
  const others = graph.links.filter(({ between }) => between.includes(region)).map(({ between: [a, b] }) => (a === region ? b : a));
  const first = Math.min(...others);
  return first < region ? first : undefined;
}

/** Columns in which no two regions of a layer meet, each region above the middle of those that it leads to. */
function columnsOf(graph: MissionGraph, depths: number[]): number[] {
  const columns: number[] = new Array<number>(depths.length).fill(0);
  let free = 0;
  const place = (region: number): number => {
    const inner = depths.map((_, other) => other).filter((other) => parentOf(graph, other) === region);
    const under = inner.map(place);
    columns[region] = under.length > 0 ? (under[0]! + under.at(-1)!) / 2 : free++;
    return columns[region]!;
  };
  if (depths.length > 0) place(0);
  return columns;
}
