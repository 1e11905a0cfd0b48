/** Cells pinned by hand: a step that pastes them last, before anything is placed, and one that joins the ground around them. */

import type { Edit, RecipeInfo, StepEntry, StepInfo } from './api';

export const PINS = 'pins';
const JOIN = 'join pins';
export type Pins = Map<string, string>;

/** Puts the pins into the recipe, in place of those that are there. */
export function pinEdits(info: RecipeInfo, kinds: StepEntry[], pins: Pins): Edit[] {
  const edits: Edit[] = [];
  const isOld = (step: StepInfo) => (step.kind === 'paste' && step.label === PINS) || (step.kind === 'connect' && step.label === JOIN);
  // From the last on, so that the numbers of the others stay the same.
  info.steps.forEach((step, index) => isOld(step) && edits.unshift({ do: 'remove', step: index }));
  if (pins.size === 0) return edits;
  const steps = info.steps.filter((step) => !isOld(step));
  const placing = steps.findIndex(
    (step) => !step.isOff && kinds.some((kind) => kind.name === step.kind && kind.places),
  );
  const at = placing < 0 ? steps.length : placing;
  edits.push({ do: 'add', at, lines: pasteLines(pins) });
  edits.push({ do: 'add', at: at + 1, lines: `do = "connect"\nas = "${JOIN}"\npockets = 0` });
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
  return `do = "paste"\nas = "${PINS}"\nkept = true\nx = ${left}\ny = ${top}\nmap = '''\n${rows.join('\n')}\n'''`;
}

export function arePinsEqual(one: Pins, other: Pins): boolean {
  return one.size === other.size && [...one].every(([key, glyph]) => other.get(key) === glyph);
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
