import { save as download } from '../lib/save';
import { type Action, type Command, type Direction, directions, type Frame, type Painted, type PackItem, type Point, type Scene, type Step } from './api';
import { core, pool } from './core';
import { isDirection, namedIn, type CommandName } from './keys';
import * as saves from './saves';
import { settings } from './settings.svelte';

export type Purpose = 'inspect' | 'use' | 'equip' | 'throw' | 'drop';

export type DialogName =
  | { kind: 'inventory'; purpose: Purpose }
  | { kind: 'item'; slot: number }
  | { kind: 'amount'; slot: number }
  | { kind: 'shop' | 'improve' | 'history' | 'help' | 'guide' | 'menu' | 'map' | 'sights' | 'legend' | 'abandon' | 'over' };

/** A cursor on the map, or a question for a direction. */
export type Mode =
  | { kind: 'cursor'; purpose: 'look' | 'travel' | 'throw' | 'zap'; slot: number; at: Point; range: number | null; targets: Point[] }
  | { kind: 'direction'; verb: 'Kick' | 'Jump' | 'Close'; question: string };

/** The time between two steps while travelling, in milliseconds. */
const STEP_TIME = 24;
/** The turns for which a hint stays. */
const HINT_TURNS = 8;
/** How many keys are queued while a turn is being played and stored. */
const MOST_WAITING = 3;

/** The buttons that take turns. */
const turns: CommandName[] = ['explore', 'rest', 'climb', 'descend', 'follow', 'pick-up', 'interact'];

const isCalm = matchMedia('(prefers-reduced-motion: reduce)');

/** The game on the screen: what is shown, what the player is being asked, and how it is stored. */
export class GameState {
  scene = $state.raw<Scene>();
  painted = $state.raw<Painted>();
  dialog = $state.raw<DialogName>();
  mode = $state.raw<Mode>();
  /** What is at the cursor or under the mouse. */
  description = $state('');
  /** Why the game is not being saved, if it is not. */
  unsaved = $state('');
  /** Any other error. */
  problem = $state('');
  isBusy = $state(false);
  /** Advice for the first games. */
  hint = $state('');
  /** “rank 3 of 12”, once the game has ended. */
  rank = $state('');
  replay = $state.raw<Uint8Array>();

  /** What fits on the screen; set by the map. */
  frame: Frame | null = null;

  #id = '';
  #part = 0;
  #release: (() => void) | undefined;
  /** Another tab has the game, so writing would do harm. */
  #isAbandoned = false;
  #waiting = 0;
  #queue: Promise<void> = Promise.resolve();
  #isInterrupted = false;
  #isLost = false;
  #hintedAt = -Infinity;

  constructor() {
    pool.onReplaced = () => (this.#isLost = true);
  }

  get isOver(): boolean {
    return !!this.scene?.ending;
  }

  /** Starts a game and stores it. */
  async begin(plan: string, seed: string): Promise<void> {
    const [low, high] = crypto.getRandomValues(new Uint32Array(2));
    const id = String((BigInt(high!) << 32n) | BigInt(low!));
    const step = await core.begin(plan, seed, id, this.frame);
    this.#open(id, 0);
    this.#release = await saves.hold(id).catch(() => undefined);
    await core.setPicksUp(settings.picksUp);
    await this.#finishStep(step);
    void navigator.storage?.persist?.().catch(() => false);
  }

  /** Resumes a stored game. */
  async resume(id: string): Promise<void> {
    const release = await saves.hold(id);
    if (!release) throw new Error('this game is being played in another tab');
    try {
      const { journal, checkpoint, part } = await saves.load(id);
      const step = await core.resume(journal, checkpoint, this.frame);
      this.#open(id, part);
      this.#release = release;
      await core.setPicksUp(settings.picksUp);
      if (step.isRepaired) {
        // A damaged save is offered as a file: a later version may recover more of it.
        download(`undercroft-${id}-damaged.save`, journal.slice());
        await saves.replace(this.#entry(step.turn.scene), this.#part++, await core.journal(), null);
      }
      await this.#finishStep(step);
    } catch (error) {
      release();
      throw error;
    }
  }

  #open(id: string, part: number): void {
    this.close();
    this.#id = id;
    this.#part = part;
  }

  /** Interrupts the current command, and waits until it is stored. */
  settle(): Promise<void> {
    this.#isInterrupted = true;
    return this.#queue;
  }

  /** Forgets the game on the screen, which is already stored. */
  close(): void {
    this.#release?.();
    this.#release = undefined;
    this.#id = '';
    this.#isAbandoned = false;
    this.#isInterrupted = true;
    this.scene = undefined;
    this.replay = undefined;
    this.dialog = this.mode = undefined;
    this.description = this.unsaved = this.problem = this.hint = this.rank = '';
    this.#hintedAt = -Infinity;
  }

  /** Deletes the game on the screen. */
  async abandon(): Promise<void> {
    await this.settle();
    if (this.#id && !this.isOver) await saves.removeGame(this.#id);
  }

  #entry(scene: Scene): saves.SavedGame {
    const { plan, seed, turn, depth, hero } = scene;
    return { id: this.#id, plan, seed, turn, depth, level: hero.level, changed: Date.now() };
  }

  /** Stores what a step added, and shows it. */
  async #finishStep(step: Step): Promise<void> {
    const { scene, busy } = step.turn;
    const wasOver = this.isOver;
    await this.#store(step);
    this.scene = scene;
    if (step.painted) this.painted = step.painted;
    this.isBusy = busy;
    if (step.replay) this.replay = step.replay;
    if (scene.ending && !wasOver) this.dialog = { kind: 'over' };
    if (!busy) await this.#giveHint(scene);
  }

  /** Gives the next useful hint, one at a time, and each only once. */
  async #giveHint({ turn, ending }: Scene): Promise<void> {
    if (ending || turn >= this.#hintedAt + HINT_TURNS || !settings.hints) this.hint = '';
    if (ending || !settings.hints || (turn >= this.#hintedAt && turn < this.#hintedAt + 3)) return;
    const hint = await core.hint(settings.hintsGiven);
    if (!hint) return;
    settings.giveHint(hint.name);
    this.#hintedAt = turn;
    this.hint = namedIn(hint.text);
  }

  async #store({ turn: { scene }, journal, checkpoint, replay }: Step): Promise<void> {
    if (!this.#id || this.#isAbandoned) return;
    try {
      if (replay) {
        const { isWon, story, score, deepest } = scene.ending!;
        await saves.finish({ ...this.#entry(scene), depth: deepest, isWon, story, score }, replay);
        this.rank = (await saves.rank(this.#id)) ?? '';
      } else if (checkpoint || this.unsaved) {
        await saves.replace(this.#entry(scene), this.#part++, await core.journal(), checkpoint);
      } else if (journal.length > 0) {
        await saves.append(this.#entry(scene), this.#part++, journal);
      }
      this.unsaved = '';
    } catch (error) {
      this.#isAbandoned = error instanceof DOMException && error.name === 'ConstraintError';
      this.unsaved = saves.storageProblem(error);
    }
  }

  /** Runs tasks one after another. A turn is stored before the next key is accepted. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    if (this.#waiting >= MOST_WAITING) return this.#queue;
    this.#waiting += 1;
    this.#queue = this.#queue
      .then(work)
      .catch((error: unknown) => this.#recover(error))
      .finally(() => (this.#waiting -= 1));
    return this.#queue;
  }

  async #recover(error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    this.isBusy = false;
    if (this.#isLost && this.#id && !this.unsaved) {
      this.#isLost = false;
      const { journal, checkpoint } = await saves.load(this.#id);
      await this.#finishStep(await core.resume(journal, checkpoint, this.frame));
      this.problem = `The game stopped unexpectedly and continues from its last turn. (${reason})`;
      return;
    }
    this.problem = reason;
  }

  /** Carries out a command until it is done or interrupted. */
  command(command: Command): Promise<void> {
    if (this.isBusy) {
      this.#isInterrupted = true;
      return this.#queue;
    }
    if (this.isOver) return this.#queue;
    this.description = '';
    return this.#enqueue(async () => {
      this.#isInterrupted = false;
      await this.#finishStep(await core.command(command, this.frame));
      while (this.isBusy) {
        if (this.#isInterrupted) {
          await this.#finishStep(await core.stop(this.frame));
          break;
        }
        // With reduced motion, only the place where the hero stops is shown.
        if (isCalm.matches) {
          await this.#finishStep(await core.goOn(500, this.frame));
        } else {
          const [step] = await Promise.all([core.goOn(1, this.frame), pause(STEP_TIME)]);
          await this.#finishStep(step);
        }
      }
    });
  }

  act(action: Action): Promise<void> {
    return this.command({ act: action });
  }

  /** Lets the bot play: for tests, and to watch. */
  bot(actions: number): Promise<void> {
    return this.#enqueue(async () => this.#finishStep(await core.bot(actions, this.frame)));
  }

  /** Paints the map again, after its size or look has changed. */
  async repaint(): Promise<void> {
    if (!this.frame || !this.scene) return;
    const frame = this.frame;
    const painted = await core.repaint(frame);
    if (frame === this.frame) this.painted = painted;
  }

  /** Offers the game as a file that the terminal can continue or replay. */
  async export(): Promise<void> {
    if (!this.scene) return;
    const { plan, seed } = this.scene;
    const isReplay = this.replay !== undefined;
    download(fileName(plan, seed, isReplay), (this.replay ?? (await core.journal())).slice());
  }

  /** Obeys a button. A button that takes no turn also works while the hero is moving, and stops the hero. */
  async press(name: CommandName): Promise<void> {
    if (this.isBusy && !turns.includes(name)) await this.settle();
    this.obey(name);
  }

  /** Obeys a key. While the hero is moving, any key only stops the hero. */
  obey(name: CommandName): void {
    const scene = this.scene;
    if (!scene) return;
    if (this.isBusy) {
      this.#isInterrupted = true;
      return;
    }
    if (isDirection(name)) {
      void this.#towards(name);
      return;
    }
    switch (name) {
      case 'climb':
      case 'descend':
      case 'rest':
      case 'explore':
      case 'follow':
      case 'travel-up':
      case 'travel-down':
        void this.command(name);
        break;
      case 'wait':
        void this.act('Wait');
        break;
      case 'search':
        void this.act('Search');
        break;
      case 'pick-up':
        void this.act('PickUp');
        break;
      case 'interact':
        void this.act('Interact');
        break;
      case 'kick':
        this.mode = { kind: 'direction', verb: 'Kick', question: 'Kick in which direction?' };
        break;
      case 'jump':
        this.mode = { kind: 'direction', verb: 'Jump', question: 'Jump in which direction?' };
        break;
      case 'close':
        this.mode = { kind: 'direction', verb: 'Close', question: 'Close the door in which direction?' };
        break;
      case 'look':
      case 'travel':
        this.startCursor(name);
        break;
      case 'inventory':
        this.dialog = { kind: 'inventory', purpose: 'inspect' };
        break;
      case 'use':
      case 'equip':
      case 'throw':
      case 'drop':
        this.dialog = { kind: 'inventory', purpose: name };
        break;
      case 'buy':
        if (scene.offers.length > 0) this.dialog = { kind: 'shop' };
        else this.say('There is nothing for sale here.');
        break;
      case 'improve':
        if (scene.improvements.length > 0) this.dialog = { kind: 'improve' };
        else this.say('You have no improvement to choose yet.');
        break;
      case 'menu':
        this.dialog = { kind: this.isOver ? 'over' : 'menu' };
        break;
      case 'history':
      case 'help':
      case 'map':
      case 'sights':
      case 'legend':
        this.dialog = { kind: name };
        break;
      case 'projection':
        settings.setOblique(!settings.oblique);
        break;
      case 'tiles':
        settings.setLook(settings.look === 'tiles' ? 'glyphs' : 'tiles');
        break;
      case 'quit':
        break;
    }
  }

  /** Shows a message without taking a turn. */
  say(text: string): void {
    this.description = text;
  }

  #towards(direction: Direction): Promise<void> | undefined {
    const mode = this.mode;
    const { name } = directions[direction];
    if (mode?.kind === 'cursor') {
      const { x, y } = directions[direction];
      this.moveCursor({ x: mode.at.x + x, y: mode.at.y + y });
      return undefined;
    }
    if (mode?.kind === 'direction') {
      this.mode = undefined;
      return this.act({ [mode.verb]: name } as Action);
    }
    return this.act({ Walk: name });
  }

  /** Puts a cursor on the nearest target, or on the hero. */
  startCursor(purpose: 'look' | 'travel' | 'throw' | 'zap', slot = 0, range: number | null = null): void {
    const scene = this.scene;
    if (!scene) return;
    const isAiming = purpose === 'throw' || purpose === 'zap';
    const targets = isAiming
      ? scene.creatures.filter((creature) => creature.isThreat).map((creature) => creature.at)
      : scene.sights.map((sight) => sight.at);
    const others = targets.filter((at) => at.x !== scene.at.x || at.y !== scene.at.y);
    const first = purpose === 'travel' ? undefined : others[0];
    this.mode = { kind: 'cursor', purpose, slot, range, targets: others, at: first ?? scene.at };
    this.moveCursor(this.mode.at);
  }

  moveCursor(at: Point): void {
    if (this.mode?.kind !== 'cursor') return;
    this.mode = { ...this.mode, at };
    void this.#describe(at);
    if (this.frame) {
      this.frame = { ...this.frame, cursor: at };
      void this.repaint();
    }
  }

  /** Jumps to the next or the previous target. */
  nextTarget(by: number): void {
    if (this.mode?.kind !== 'cursor' || this.mode.targets.length === 0) return;
    const { targets, at } = this.mode;
    const index = targets.findIndex((target) => target.x === at.x && target.y === at.y);
    const next = index < 0 ? 0 : (index + by + targets.length) % targets.length;
    this.moveCursor(targets[next]!);
  }

  async #describe(at: Point): Promise<void> {
    const text = await core.describe(at.x, at.y);
    const mode = this.mode;
    if (mode?.kind === 'cursor' && (mode.at.x !== at.x || mode.at.y !== at.y)) return;
    this.description = mode?.kind === 'cursor' && this.isTooFar ? `Too far away. ${text}` : text;
  }

  get isTooFar(): boolean {
    const mode = this.mode;
    if (mode?.kind !== 'cursor' || mode.range === null || !this.scene) return false;
    const { x, y } = this.scene.at;
    return Math.max(Math.abs(mode.at.x - x), Math.abs(mode.at.y - y)) > mode.range;
  }

  /** Describes the cell under the mouse. */
  hover(at: Point | undefined): void {
    if (this.mode || this.isBusy) return;
    if (at) void this.#describe(at);
    else this.description = '';
  }

  confirmCursor(): void {
    const mode = this.mode;
    if (mode?.kind !== 'cursor') return;
    this.leaveMode();
    if (mode.purpose === 'travel') void this.command({ travel: mode.at });
    if (mode.purpose === 'throw') void this.act({ Throw: { slot: mode.slot, at: mode.at } });
    if (mode.purpose === 'zap') void this.act({ Use: { slot: mode.slot, at: mode.at } });
  }

  leaveMode(): void {
    this.mode = undefined;
    this.description = '';
    if (this.frame?.cursor) {
      this.frame = { ...this.frame, cursor: null };
      void this.repaint();
    }
  }

  /** Does what the item was chosen for. */
  choose(item: PackItem, purpose: Purpose): void {
    const { slot } = item;
    this.dialog = undefined;
    if (purpose === 'inspect') this.dialog = { kind: 'item', slot };
    else if (purpose === 'use' && item.range !== null) this.startCursor('zap', slot, item.range);
    else if (purpose === 'use') void this.act({ Use: { slot, at: null } });
    else if (purpose === 'equip') void this.act({ Equip: slot });
    else if (purpose === 'throw') this.startCursor('throw', slot, this.scene?.hero.throwingRange ?? null);
    else if (item.count > 1) this.dialog = { kind: 'amount', slot };
    else void this.act({ Drop: { slot, count: 1 } });
  }

  /** A click or a tap on a cell. */
  click(at: Point): void {
    const mode = this.mode;
    if (this.isBusy) {
      this.#isInterrupted = true;
    } else if (mode?.kind === 'cursor') {
      this.moveCursor(at);
      this.confirmCursor();
    } else if (mode?.kind === 'direction' && this.scene) {
      const direction = directionTo(this.scene.at, at);
      if (direction) void this.#towards(direction);
    } else {
      void this.command({ click: at });
    }
  }

  /** Steps in a direction, for the pad and swipes. */
  step(direction: Direction): void {
    this.obey(direction);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** The direction closest to the line between two cells. */
export function directionTo(from: Point, to: Point): Direction | undefined {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const x = Math.abs(dx) * 2 > Math.abs(dy) ? Math.sign(dx) : 0;
  const y = Math.abs(dy) * 2 > Math.abs(dx) ? Math.sign(dy) : 0;
  return (Object.keys(directions) as Direction[]).find((name) => directions[name].x === x && directions[name].y === y);
}

/** The name of a save or a replay, as the terminal would call it. */
export function fileName(plan: string, seed: string, isReplay: boolean): string {
  const plain = (text: string) => text.replace(/[^\p{L}\p{N}-]+/gu, '-').slice(0, 24);
  return `${plain(plan)}-${plain(seed)}.${isReplay ? 'replay' : 'save'}`;
}

export const game = new GameState();
