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
}

export interface LevelSummary {
  recipe: string;
  seed: string;
  depth: number;
  width: number;
  height: number;
  origin: [number, number];
  endless: boolean;
  attempts: number | null;
  rooms: number;
  doors: number;
  fingerprint: string;
}

export interface PaintRequest {
  cell?: number;
  oblique?: boolean;
  art?: boolean;
  overlays?: string[];
  sightFrom?: [number, number];
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

export interface RecipeEntry {
  name: string;
  description: string;
  toml: string;
  width: number;
  height: number;
  canBeEndless: boolean;
  isOwn: boolean;
}

export interface PlanEntry {
  name: string;
  description: string;
  levels: number | null;
  isOwn: boolean;
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
  steps: StepEntry[];
  overlays: string[];
  metrics: { name: string; definition: string }[];
  tiles: TileEntry[];
}
