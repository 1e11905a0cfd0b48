import { Cancelled, Problem } from '../lib/rpc';
import type {
  Catalogue,
  Edit,
  Figure,
  LevelRequest,
  LevelSummary,
  PaintRequest,
  Painted,
  RangeInfo,
  RecipeEntry,
  RecipeInfo,
} from './api';
import { helpers, stage } from './core';
import { read, written } from './link';
import type { StudioMethods } from './worker';

export const VIEWS = ['level', 'seeds', 'sweep', 'compare', 'statistics', 'plans', 'vault'] as const;
export type View = (typeof VIEWS)[number];

/** The maximum number of changes that can be undone. */
const MOST_UNDO = 200;
/** The steps that choose vaults or missions. */
const CHOOSES = /["'](stamp|reserve|furnish|mission)["']/;
/** Changes of one parameter that follow each other within so many milliseconds are undone together. */
const PAUSE = 1000;
/** After this many milliseconds without an answer, the page shows that it is busy. */
const PATIENCE = 350;

/** The studio's state, and how it changes. All components share one. */
class Studio {
  catalogue = $state.raw<Catalogue>();
  /** The recipe's text, from which everything else follows. */
  toml = $state('');
  info = $state.raw<RecipeInfo>();
  ranges = $state.raw<Map<string, RangeInfo>>(new Map());
  seed = $state('42');
  depth = $state<number>();
  endless = $state(false);
  /** The plan whose level is shown instead of the recipe's. */
  plan = $state<string>();
  view = $state<View>('level');
  overlays = $state<string[]>([]);
  oblique = $state(false);
  /** Glyphs instead of tile art. */
  glyphs = $state(false);
  hasOwnArt = $state(false);
  /** The moment in the level's generation; the last if undefined. */
  moment = $state<number>();
  sightFrom = $state<[number, number]>();

  summary = $state.raw<LevelSummary>();
  painted = $state.raw<Painted>();
  figures = $state.raw<Figure[]>([]);
  problem = $state.raw<Problem>();
  /** A passing notice for the user. */
  notice = $state('');
  isBusy = $state(false);
  /** Counts the levels shown so far, for anything that depends on them. */
  revision = $state(0);
  /** Milliseconds from the last change to its picture, and those spent in the core. */
  latency = $state(0);
  took = $state(0);
  /** The user's own content files, by path. */
  files = $state.raw<Map<string, string>>(new Map());

  #edits: Edit[] = [];
  /** The parameter that was changed last, and when. */
  #slid = '';
  #slidAt = 0;
  #past: string[] = [];
  #future: string[] = [];
  undoable = $state(0);
  redoable = $state(0);
  #isRunning = false;
  #isStale = false;
  #closely = false;
  #changedAt = 0;
  #abort: AbortController | undefined;
  #figuresTimer: ReturnType<typeof setTimeout> | undefined;
  #linkTimer: ReturnType<typeof setTimeout> | undefined;

  /** The current level, as a request to the core. */
  get request(): LevelRequest {
    if (this.plan !== undefined) return { plan: this.plan, seed: this.seed, depth: this.depth };
    return { toml: this.toml, seed: this.seed, depth: this.depth, endless: this.endless };
  }

  get paintRequest(): PaintRequest {
    return {
      oblique: this.oblique,
      art: !this.glyphs,
      overlays: [...this.overlays],
      sightFrom: this.sightFrom && [...this.sightFrom],
      moment: this.moment,
    };
  }

  /** The name of the built-in or own recipe being shown, if it is unchanged. */
  get unchanged(): string | undefined {
    return this.catalogue?.recipes.find((recipe) => recipe.toml === this.toml)?.name;
  }

  get isChanged(): boolean {
    return this.plan === undefined && this.unchanged === undefined;
  }

  /** Loads the content and shows the level that the address describes, or the first one. */
  async start(): Promise<void> {
    stage.onReplaced = () => void this.#restore();
    let shared: Awaited<ReturnType<typeof read>>;
    try {
      shared = await read(location.hash);
    } catch (error) {
      this.notice = (error as Error).message;
    }
    // Showing the first level matters more than the list of recipes.
    if (!shared) {
      const recipe = 'halls';
      this.#isRunning = true;
      try {
        await stage.call('show', [{ recipe, seed: this.seed }, false]);
        const painted = await stage.call('paint', [{ art: true }]);
        this.painted ??= painted;
      } catch {
        // The same error appears when the level is remade.
      }
      this.#isRunning = false;
    }
    try {
      this.catalogue = await this.#listed();
    } catch (error) {
      this.problem = error as Problem;
      return;
    }
    await this.open(shared ? location.hash : '', true);
  }

  /** Shows what a link holds. */
  async open(hash: string, isFirst = false): Promise<void> {
    let shared: Awaited<ReturnType<typeof read>>;
    try {
      shared = await read(hash);
    } catch (error) {
      this.notice = (error as Error).message;
      if (!isFirst) return;
    }
    const differing = shared ? await this.#take(shared.files) : undefined;
    const catalogue = this.catalogue!;
    const named = catalogue.recipes.find((recipe) => recipe.name === shared?.recipe);
    if (shared && !named && shared.toml === undefined && shared.plan === undefined) {
      this.notice = `this link names the recipe “${shared.recipe}”, which this page does not have`;
    } else if (shared?.plan !== undefined && !catalogue.plans.some((plan) => plan.name === shared.plan)) {
      this.notice = `this link names the plan “${shared.plan}”, which this page does not have`;
      shared.plan = undefined;
    } else if (differing !== undefined) {
      this.notice = `this page has another ${differing} than the link: the level may differ`;
    } else if (shared?.version !== undefined && shared.version !== catalogue.generatorVersion) {
      this.notice =
        `this link was made with version ${shared.version} of the generator and this page has version ` +
        `${catalogue.generatorVersion}: the level may differ`;
    }
    this.toml = shared?.toml ?? named?.toml ?? catalogue.recipes[0]!.toml;
    this.plan = shared?.plan;
    if (shared) {
      this.seed = shared.seed;
      this.depth = shared.depth;
      this.endless = shared.endless;
      this.view = VIEWS.find((view) => view === shared.view) ?? 'level';
      this.overlays = shared.overlays.filter((name) => catalogue.overlays.includes(name));
      this.oblique = shared.oblique;
      this.glyphs = shared.glyphs;
    }
    this.moment = undefined;
    this.refresh();
  }

  /** Adds the files of a link that the page does not have. Returns the path of one that it has with another text. */
  async #take(files: [path: string, text: string][]): Promise<string | undefined> {
    const unknown = files.filter(([path]) => !this.files.has(path));
    if (unknown.length > 0) await this.useFiles(unknown, []);
    return files.find(([path, text]) => this.files.has(path) && this.files.get(path) !== text)?.[0];
  }

  /** The user's own files that the current level may be made from. */
  #filesOfLevel(): [path: string, text: string][] {
    const used = new Map<string, string>();
    const texts = [this.plan === undefined ? this.toml : `"${this.plan}"`];
    for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
      for (const [path, own] of this.files) {
        const name = /^name\s*=\s*(["'])(.*)\1/m.exec(own)?.[2];
        // Steps choose vaults and missions by name, by tag or freely, so any of them may matter.
        const isNamed = name !== undefined && new RegExp(`["']${name.replaceAll(/\W/g, '\\$&')}["']`).test(text);
        const isChosen = /^(vaults|missions)\//.test(path) && (this.plan !== undefined || CHOOSES.test(text));
        if (used.has(path) || own === this.toml || !(isNamed || isChosen)) continue;
        used.set(path, own);
        texts.push(own);
      }
    }
    return [...used];
  }

  /** A link to the current state. Only built-in recipes are named: other pages do not have the user's own. */
  async link(): Promise<string> {
    const recipe = this.catalogue?.recipes.find(({ path, toml }) => path === null && toml === this.toml)?.name;
    const hash = await written({
      version: this.catalogue?.generatorVersion,
      recipe: this.plan === undefined ? recipe : undefined,
      toml: this.plan === undefined && recipe === undefined ? this.toml : undefined,
      plan: this.plan,
      files: this.#filesOfLevel(),
      seed: this.seed,
      depth: this.depth,
      endless: this.endless,
      view: this.view,
      overlays: this.overlays,
      oblique: this.oblique,
      glyphs: this.glyphs,
    });
    return location.origin + location.pathname + hash;
  }

  /** Shows a recipe of the catalogue. */
  useRecipe(name: string): void {
    const recipe = this.catalogue?.recipes.find((recipe) => recipe.name === name);
    if (!recipe) return;
    this.#remember();
    this.toml = recipe.toml;
    this.plan = undefined;
    this.depth = undefined;
    this.endless = this.endless && recipe.canBeEndless;
    this.moment = undefined;
    this.refresh();
  }

  usePlan(name: string, depth: number): void {
    this.plan = name;
    this.depth = depth;
    this.endless = false;
    this.moment = undefined;
    this.refresh();
  }

  setSeed(seed: string): void {
    this.seed = seed;
    this.sightFrom = undefined;
    this.refresh();
  }

  nextSeed(steps: number): void {
    const { seed } = this;
    const wrapped = (number: bigint) => BigInt.asUintN(64, number).toString();
    if (/^(0|[1-9]\d*)$/.test(seed) && BigInt(seed) < 1n << 64n) this.setSeed(wrapped(BigInt(seed) + BigInt(steps)));
    else void stage.call('seedAfter', [seed, steps]).then((next) => this.setSeed(next));
  }

  randomSeed(): void {
    const [high, low] = crypto.getRandomValues(new Uint32Array(2));
    this.setSeed(String((BigInt(high!) * 4294967296n + BigInt(low!)) % 10_000_000_000n));
  }

  /** Changes the recipe. Several edits count as one change. */
  edit(...edits: Edit[]): void {
    // A slider's many positions are one change.
    const [first] = edits;
    const slid = edits.length === 1 && first?.do === 'set' ? `${first.step} ${first.parameter}` : '';
    const now = performance.now();
    if (slid === '' || slid !== this.#slid || now - this.#slidAt > PAUSE) this.#remember();
    [this.#slid, this.#slidAt] = [slid, now];
    this.plan = undefined;
    for (const edit of edits) {
      const last = this.#edits.at(-1);
      // Only the last position of a slider counts.
      const isSame =
        edit.do === 'set' && last?.do === 'set' && last.step === edit.step && last.parameter === edit.parameter;
      if (isSame) this.#edits.pop();
      this.#edits.push(edit);
    }
    this.refresh();
  }

  /** Replaces the recipe's text. */
  setToml(toml: string): void {
    if (toml === this.toml) return;
    this.#remember();
    this.plan = undefined;
    this.toml = toml;
    this.#edits = [];
    this.refresh();
  }

  undo(): void {
    this.#travel(this.#past, this.#future);
  }

  redo(): void {
    this.#travel(this.#future, this.#past);
  }

  #remember(): void {
    if (this.toml === '' || this.#past.at(-1) === this.toml) return;
    this.#past.push(this.toml);
    if (this.#past.length > MOST_UNDO) this.#past.shift();
    this.#future.length = 0;
    this.#count();
  }

  #travel(from: string[], to: string[]): void {
    const toml = from.pop();
    if (toml === undefined) return;
    this.#slid = '';
    to.push(this.toml);
    this.toml = toml;
    this.#edits = [];
    this.#count();
    this.refresh();
  }

  #count(): void {
    this.undoable = this.#past.length;
    this.redoable = this.#future.length;
  }

  /** Goes to a moment in the level's generation. */
  goTo(moment: number | undefined): void {
    this.moment = moment;
    void this.repaint();
  }

  /** From now on, levels are recorded in detail, with the moments inside steps. */
  lookClosely(): void {
    if (this.#closely) return;
    this.#closely = true;
    this.refresh();
  }

  /** Repaints the current level. */
  async repaint(): Promise<void> {
    if (this.#isRunning || this.plan === undefined && this.info === undefined) {
      this.#isStale = true;
      return;
    }
    this.#isRunning = true;
    try {
      this.painted = await stage.call('paint', [$state.snapshot(this.paintRequest) as PaintRequest]);
      this.problem = undefined;
    } catch (error) {
      this.#fail(error);
    }
    this.#isRunning = false;
    this.#shareSoon();
    if (this.#isStale) this.refresh();
  }

  /** Makes and paints the level. Calls made in the meantime are combined into one more run at the end. */
  refresh(): void {
    if (this.#changedAt === 0) this.#changedAt = performance.now();
    this.#isStale = true;
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#isStale) {
      this.#isStale = false;
      const edits = this.#edits;
      this.#edits = [];
      const [started, before] = [this.#changedAt, this.toml];
      this.#changedAt = 0;
      this.#abort = new AbortController();
      const patience = setTimeout(() => (this.isBusy = true), PATIENCE);
      try {
        const update = { edits, request: this.request, closely: this.#closely, paint: this.paintRequest };
        const updated = await stage.call('update', [$state.snapshot(update) as typeof update], this.#abort.signal);
        if (updated.toml !== undefined && this.toml === before) this.toml = updated.toml;
        if (updated.info) this.info = updated.info;
        const moment = this.#sameMoment(updated.summary);
        this.summary = updated.summary;
        this.painted = updated.painted;
        if (moment !== this.moment) {
          this.moment = moment;
          this.painted = await stage.call('paint', [$state.snapshot(this.paintRequest) as PaintRequest], this.#abort.signal);
        }
        this.took = updated.took;
        this.problem = undefined;
        this.revision += 1;
        this.#measureSoon();
      } catch (error) {
        if (edits.length > 0) await this.#applyAnyway(edits, before);
        this.#fail(error);
      }
      clearTimeout(patience);
      this.isBusy = false;
      this.latency = performance.now() - started;
    }
    this.#isRunning = false;
    this.#shareSoon();
    void this.#findRanges();
  }

  /** The current moment's index in another recording of the level, which may be more detailed. */
  #sameMoment(next: LevelSummary): number | undefined {
    const shown = this.moment === undefined ? undefined : this.summary?.moments[this.moment];
    if (!shown) return undefined;
    const same = next.moments.findIndex(({ step, part }) => step === shown.step && part === shown.part);
    const found = same >= 0 ? same : next.moments.findLastIndex(({ step }) => step === shown.step);
    return found >= 0 && found < next.moments.length - 1 ? found : undefined;
  }

  /** Shows an edit even if it makes the recipe invalid, so that it can be corrected. */
  async #applyAnyway(edits: Edit[], before: string): Promise<void> {
    try {
      let toml = before;
      for (const edit of edits) toml = await stage.call('edited', [toml, $state.snapshot(edit) as Edit]);
      if (this.toml === before) this.toml = toml;
      this.info = await stage.call('describe', [toml]);
    } catch {
      // The problem itself is shown.
    }
  }

  #fail(error: unknown): void {
    if (error instanceof Cancelled) this.notice = 'cancelled: the last level is still shown';
    else this.problem = error instanceof Problem ? error : new Problem({ message: (error as Error).message });
  }

  /** Cancels a level that is taking too long. */
  cancel(): void {
    this.#abort?.abort();
  }

  /** After the worker has been replaced, remakes the last level when it is next needed. */
  async #restore(): Promise<void> {
    if (this.#artFiles) await stage.call('setArt', [this.#artFiles[0], this.#artFiles[1]]).catch(() => undefined);
  }

  #rangesOf = '';

  async #findRanges(): Promise<void> {
    const { toml } = this;
    if (this.problem || this.plan !== undefined || this.#rangesOf === toml) return;
    this.#rangesOf = toml;
    try {
      const ranges = await helpers.call('ranges', [toml]);
      if (this.#rangesOf === toml) this.ranges = new Map(ranges.map((range) => [range.path, range]));
    } catch {
      // Without ranges, values can still be typed.
    }
  }

  #measureSoon(): void {
    clearTimeout(this.#figuresTimer);
    this.#figuresTimer = setTimeout(() => {
      if (this.#isRunning) return;
      void stage.call('figures', []).then(
        (figures) => (this.figures = figures),
        () => (this.figures = []),
      );
    }, 120);
  }

  #shareSoon(): void {
    clearTimeout(this.#linkTimer);
    this.#linkTimer = setTimeout(() => {
      if (this.problem || !this.catalogue) return;
      void this.link().then((link) => history.replaceState(null, '', link));
    }, 250);
  }

  #artFiles: [text: string, image: Uint8Array] | undefined;

  /** Uses the user's own art in all workers. */
  async useArt(text: string, image: Uint8Array): Promise<void> {
    await stage.call('setArt', [text, image]);
    this.#artFiles = [text, image];
    await helpers.prepare('setArt', [text, image]);
    this.hasOwnArt = true;
    this.glyphs = false;
    await this.repaint();
  }

  #fileProblem = '';

  /** Adds or replaces one of the user's own content files. */
  async addFile(path: string, text: string): Promise<void> {
    await this.useFiles([[path, text]], []);
    if (this.files.get(path) !== text) throw new Error(this.#fileProblem);
  }

  /** Adds, replaces and removes the user's own content files, and says which of them cannot be used. */
  async useFiles(files: [path: string, text: string][], removed: string[]): Promise<void> {
    const known = new Map(this.files);
    const problems: string[] = [];
    for (const path of removed) {
      known.delete(path);
      await this.#tellAll('removeFile', [path]);
    }
    for (const [path, text] of files) {
      if (known.get(path) === text) continue;
      try {
        await this.#tellAll('addFile', [path, text]);
      } catch (error) {
        problems.push(`${path}: ${(error as Error).message}`);
        known.delete(path);
        continue;
      }
      // A recipe that is the same as its file follows the file.
      if (known.has(path) && known.get(path) === this.toml) this.toml = text;
      known.set(path, text);
    }
    this.files = known;
    this.catalogue = await this.#listed();
    const [first, ...others] = [...problems, ...this.catalogue.broken];
    const problem = first ? `${first}${others.length > 0 ? ` (and ${others.length} more)` : ''}` : '';
    if (problem || this.notice === this.#fileProblem) this.notice = problem;
    this.#fileProblem = problem;
    // Before the first level, there is nothing to remake.
    if (this.toml !== '') this.refresh();
  }

  /** The catalogue, in which the user's own recipes are as in their files. */
  async #listed(): Promise<Catalogue> {
    const catalogue = await stage.call('catalogue', []);
    const withText = (recipe: RecipeEntry) => ({ ...recipe, toml: this.files.get(recipe.path ?? '') ?? recipe.toml });
    return { ...catalogue, recipes: catalogue.recipes.map(withText) };
  }

  /** Calls a method on all workers, now and later, unless the first one refuses. */
  async #tellAll<K extends 'addFile' | 'removeFile'>(method: K, parameters: Parameters<StudioMethods[K]>): Promise<void> {
    await stage.call(method, parameters);
    stage.preparations.push({ method, parameters });
    await helpers.prepare(method, parameters);
  }
}

export const studio = new Studio();
