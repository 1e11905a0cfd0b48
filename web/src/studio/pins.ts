/** Cells pinned by hand: a step that pastes them last, before anything is placed. */

import type { RecipeInfo, StepEntry } from './api';
import type { Edit } from './api';

export const PINS = 'pins';
export type Pins = Map<string, string>;

/** Puts the pins into the recipe, in place of those that are there. */
export function pinEdits(info: RecipeInfo, kinds: StepEntry[], pins: Pins): Edit[] {
  const edits: Edit[] = [];
  const old = info.steps.findIndex((step) => step.kind === 'paste' && step.label === PINS);
  if (old >= 0) edits.push({ do: 'remove', step: old });
  if (pins.size === 0) return edits;
  const steps = info.steps.filter((_, index) => index !== old);
  const placing = steps.findIndex(
    (step) => !step.isOff && kinds.some((kind) => kind.name === step.kind && kind.places),
  );
  edits.push({ do: 'add', at: placing < 0 ? steps.length : placing, lines: pasteLines(pins) });
  return edits;
}

/** The smallest drawing that holds all pins. A space leaves the map as it is. */
function pasteLines(pins: Pins): string {
  const places = [...pins.keys()].map((key) => key.split(' ').map(Number) as [number, number]);
  const [left, top] = [Math.min(...places.map(([x]) => x)), Math.min(...places.map(([, y]) => y))];
  const [right, bottom] = [Math.max(...places.map(([x]) => x)), Math.max(...places.map(([, y]) => y))];
  const rows: string[] = [];
  for (let y = top; y <= bottom; y += 1) {
    let row = '';
    for (let x = left; x <= right; x += 1) row += pins.get(`${x} ${y}`) ?? ' ';
    rows.push(row);
  }
  return `do = "paste"\nas = "${PINS}"\nx = ${left}\ny = ${top}\nmap = '''\n${rows.join('\n')}\n'''`;
}

/** The pins of a recipe that has some. */
export function pinsOf(info: RecipeInfo | undefined): Pins {
  const pins: Pins = new Map();
  const step = info?.steps.find((step) => step.kind === 'paste' && step.label === PINS);
  const value = (name: string) => step?.parameters.find((known) => known.name === name)?.value;
  const [map, left, top] = [value('map'), Number(value('x') ?? 0), Number(value('y') ?? 0)];
  if (typeof map !== 'string') return pins;
  map.split('\n').forEach((row, y) => {
    [...row].forEach((glyph, x) => {
      if (glyph !== ' ') pins.set(`${left + x} ${top + y}`, glyph);
    });
  });
  return pins;
}
