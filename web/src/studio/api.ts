/** The studio's core, as its worker offers it. The types mirror `crates/web`. */

export interface LevelRequest {
  recipe?: string;
  toml?: string;
  plan?: string;
  planToml?: string;
  settings?: string[];
  size?: string;
  seed: string;
  depth?: number;
  endless?: boolean;
  files?: [path: string, text: string][];
}

export interface Moment {
  step: number;
  label: string | null;
  part: number | null;
  change: string;
}

export interface LevelSummary {
  recipe: string;
  seed: string;
  depth: number;
  width: number;
  height: number;
  origin: [number, number];
  endless: boolean;
  attempts: number;
  rejected: { check: string; reason: string; at: [number, number] | null } | null;
  moments: Moment[];
  mission: { pattern: string; walkthrough: { text: string; at: [number, number] }[]; graph: MissionGraph } | null;
  fingerprint: string;
}

export interface MissionThing {
  text: string;
  /** Its colour in the overlay of the mission. */
  colour: string | null;
  at: [number, number];
}

/** The regions of a mission, from the start on, and the links between them. */
export interface MissionGraph {
  regions: { holds: MissionThing[] }[];
  links: (MissionThing & { between: [number, number]; oneWay: boolean })[];
}

export interface PaintRequest {
  cell?: number;
  oblique?: boolean;
  art?: boolean;
  overlays?: string[];
  sightFrom?: [number, number];
  moment?: number;
  window?: [number, number, number, number];
}

export interface Painted {
  bitmap: ImageBitmap;
  /** Pixels per cell. */
  cell: number;
  /** Pixels above the first row, where walls rise. */
  above: number;
  legend: [colour: string, meaning: string][];
}

export interface CellInfo {
  at: [number, number];
  tile: string;
  glyph: string;
  walkable: boolean;
  transparent: boolean;
  room: number | null;
  isDoor: boolean;
  vault: string | null;
  area: AreaInfo | null;
  things: string[];
  distance: number | null;
}

export interface AreaInfo {
  id: number;
  name: string;
  kind: string;
  tags: string[];
  role: string | null;
  cells: number;
  links: string[];
}

export interface Figure {
  name: string;
  value: number | null;
}

export interface ParameterInfo {
  path: string;
  name: string;
  doc: string;
  value: Value;
  written: string;
  isDefault: boolean;
  isReal: boolean;
}

export interface StepInfo {
  kind: string;
  label: string;
  isOff: boolean;
  line: number;
  parameters: ParameterInfo[];
}

export interface RecipeInfo {
  name: string;
  description: string;
  width: number;
  height: number;
  canBeEndless: boolean;
  requirements: string[];
  steps: StepInfo[];
}

export interface RangeInfo {
  path: string;
  kind: 'whole' | 'real' | 'choice' | 'free';
  least: number | null;
  most: number | null;
  choices: string[];
  text: string;
}

export type Edit =
  | { do: 'set'; step: number; parameter: string; value: string | null }
  | { do: 'switch'; step: number; on: boolean }
  | { do: 'move'; step: number; to: number }
  | { do: 'remove'; step: number }
  | { do: 'add'; at: number; lines: string }
  | { do: 'key'; key: string; value: string };

export type Format =
  | 'ascii' | 'unicode' | 'ansi' | 'json' | 'png' | 'gif' | 'svg' | 'tmx' | 'tmj' | 'ldtk' | 'xp' | 'csv';

export interface ExportRequest {
  format: Format;
  name: string;
  scale?: number;
  oblique?: boolean;
  art?: boolean;
  overlays?: string[];
}

export interface Sample {
  seeds: string[];
  values: (number | null)[][];
  failed: number;
}

/** An update of the display: edits to the recipe, then the level, then its picture. */
export interface Update {
  edits: Edit[];
  request: LevelRequest;
  closely: boolean;
  paint: PaintRequest;
}

export interface Updated {
  toml: string | undefined;
  info: RecipeInfo | undefined;
  summary: LevelSummary;
  painted: Painted;
  /** Milliseconds spent in the core. */
  took: number;
}

export interface RecipeEntry {
  name: string;
  description: string;
  toml: string;
  width: number;
  height: number;
  canBeEndless: boolean;
  /** The user's own file. */
  path: string | null;
}

export interface PlanEntry {
  name: string;
  description: string;
  levels: number | null;
  isOwn: boolean;
}

export interface VaultEntry {
  name: string;
  description: string;
  /** The user's own file. */
  path: string | null;
}

export type Value = number | string | boolean | null | Value[] | { [key: string]: Value };

export interface ParameterEntry {
  name: string;
  doc: string;
  default: Value;
}

export interface StepEntry {
  name: string;
  summary: string;
  doc: string;
  places: boolean;
  needs: string[];
  provides: string[];
  parameters: ParameterEntry[];
}

export interface TileEntry {
  name: string;
  glyph: string;
  fg: string;
  bg: string;
  walkable: boolean;
  transparent: boolean;
}

export interface Catalogue {
  generator: string;
  generatorVersion: number;
  recipes: RecipeEntry[];
  plans: PlanEntry[];
  vaults: VaultEntry[];
  steps: StepEntry[];
  overlays: string[];
  metrics: { name: string; definition: string }[];
  tiles: TileEntry[];
  /** What is wrong with the user's own files that cannot be used. */
  broken: string[];
}
