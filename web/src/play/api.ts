/** What the core sends and receives. The types mirror crates/web/src/game. */

export interface Point {
  x: number;
  y: number;
}

export const directions = {
  north: { name: 'North', x: 0, y: -1 },
  'north-east': { name: 'NorthEast', x: 1, y: -1 },
  east: { name: 'East', x: 1, y: 0 },
  'south-east': { name: 'SouthEast', x: 1, y: 1 },
  south: { name: 'South', x: 0, y: 1 },
  'south-west': { name: 'SouthWest', x: -1, y: 1 },
  west: { name: 'West', x: -1, y: 0 },
  'north-west': { name: 'NorthWest', x: -1, y: -1 },
} as const;

export type Direction = keyof typeof directions;
type DirectionName = (typeof directions)[Direction]['name'];

/** An action of the game, as the core reads it. */
export type Action =
  | 'Wait'
  | 'Search'
  | 'Interact'
  | 'PickUp'
  | { Walk: DirectionName }
  | { Kick: DirectionName }
  | { Jump: DirectionName }
  | { Close: DirectionName }
  | { Drop: { slot: number; count: number } }
  | { Equip: number }
  | { Use: { slot: number; at: Point | null } }
  | { Throw: { slot: number; at: Point } }
  | { Buy: number }
  | { Choose: string };

/** The player's commands. Anything but a single action may take many turns. */
export type Command =
  | { act: Action }
  | 'climb'
  | 'descend'
  | 'explore'
  | 'rest'
  | 'follow'
  | 'travel-up'
  | 'travel-down'
  | { travel: Point }
  | { click: Point };

export interface Icon {
  kind: string;
  glyph: string;
  colour: string;
}

export interface Creature {
  id: number;
  icon: Icon;
  name: string;
  at: Point;
  hitPoints: number;
  maxHitPoints: number;
  isThreat: boolean;
  isDangerous: boolean;
  state: string;
  odds: { yourHits: number; yourChance: number; itsHits: number; itsChance: number } | null;
}

export interface PackItem {
  slot: number;
  letter: string;
  icon: Icon;
  name: string;
  description: string;
  count: number;
  verb: string | null;
  equipVerb: string | null;
  worn: string | null;
  range: number | null;
}

export interface Message {
  id: number;
  text: string;
  count: number;
  tone: 'plain' | 'good' | 'bad' | 'notable' | 'faint';
  fresh: boolean;
}

export interface Scene {
  plan: string;
  seed: string;
  depth: number;
  turn: number;
  at: Point;
  bounds: [number, number, number, number] | null;
  known: [number, number, number, number];
  goal: string | null;
  goalProgress: [number, number] | null;
  hero: {
    hitPoints: number;
    maxHitPoints: number;
    level: number;
    experience: number;
    nextLevel: number;
    food: number;
    maxFood: number;
    hunger: string;
    isWeak: boolean;
    attack: number;
    defence: number;
    sight: number;
    purse: string | null;
    keys: string[];
    choices: number;
    throwingRange: number;
  };
  statuses: { name: string; rounds: number; harmful: boolean }[];
  bearing: { what: string; direction: string; distance: number } | null;
  creatures: Creature[];
  items: { icon: Icon; name: string; at: Point }[];
  here: { items: string[]; canPickUp: boolean; canOpen: boolean; stairs: 'up' | 'down' | null };
  pack: PackItem[];
  offers: { name: string; price: string; isAffordable: boolean; icon: Icon | null }[];
  improvements: { what: string; letter: string; text: string; isPossible: boolean }[];
  words: string;
  sights: { text: string; at: Point }[];
  log: Message[];
  ending: { isWon: boolean; story: string; facts: [string, string][]; score: number; deepest: number } | null;
}

export interface Turn {
  scene: Scene;
  busy: boolean;
}

export type Look = 'tiles' | 'glyphs';

/** How much of the map fits on the screen, in cells, and how it is shown. */
export interface Frame {
  columns: number;
  rows: number;
  look: Look;
  oblique: boolean;
  /** The cell to keep in sight besides the hero, if there is a cursor. */
  cursor: Point | null;
}

/** A picture of a part of the map, and where its first cell is. */
export interface Painted {
  bitmap: ImageBitmap;
  x: number;
  y: number;
  cellWidth: number;
  cellHeight: number;
  above: number;
  /** The cell at the top left of the screen, which may be partly hidden. */
  camera: Point;
}

/** The result of a command: what to show, and what to store before the next one. */
export interface Step {
  turn: Turn;
  painted: Painted | null;
  journal: Uint8Array;
  checkpoint: Uint8Array | null;
  /** The replay, once the game has ended. */
  replay: Uint8Array | null;
}

export interface Plan {
  name: string;
  description: string;
  goal: string | null;
  length: string;
  isOwn: boolean;
}

/** A hint for the first games. Names of commands in its text are in braces. */
export interface Hint {
  name: string;
  text: string;
}

/** What a save or a replay says about its game. */
export interface GameRecord {
  id: string;
  plan: string;
  seed: string;
  actions: number;
  ending: { cause: string | null; summary: { depth: number; deepest: number; turns: number; level: number; score: number } } | null;
}

export interface Sprites {
  image: ImageBitmap;
  places: Record<string, [number, number]>;
  side: number;
}
