/** Pinned cells: one step pastes them after all others that shape the ground, and another connects the ground around them. */

import type { Edit, RecipeInfo, StepEntry, StepInfo } from './api';

export const PINS = 'pins';
const JOIN = 'join pins';
export type Pins = Map<string, string>;

/** Puts the pins into the recipe, replacing any that are there. */
export function pinEdits(info: RecipeInfo, kinds: StepEntry[], pins: Pins): Edit[] {
  const edits: Edit[] = [];
  const isOld = (step: StepInfo) => (step.kind === 'paste' && step.label === PINS) || (step.kind === 'connect' && step.label === JOIN);
  // From last to first, so that the indices of the others stay valid.
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

/** The pins of a recipe, if it has any. */
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
