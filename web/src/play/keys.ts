import { type Direction, directions } from './api';
import { settings } from './settings.svelte';

/** The commands of the game, with the terminal's keys. Tab is left to the browser, which moves between controls with it. */

export type Scheme = 'wasd' | 'vi';

export type CommandName =
  | Direction
  | 'climb'
  | 'descend'
  | 'wait'
  | 'rest'
  | 'search'
  | 'explore'
  | 'travel'
  | 'travel-up'
  | 'travel-down'
  | 'follow'
  | 'pick-up'
  | 'inventory'
  | 'use'
  | 'equip'
  | 'throw'
  | 'drop'
  | 'kick'
  | 'jump'
  | 'close'
  | 'interact'
  | 'buy'
  | 'improve'
  | 'look'
  | 'sights'
  | 'legend'
  | 'map'
  | 'history'
  | 'projection'
  | 'tiles'
  | 'help'
  | 'menu'
  | 'quit';

interface Entry {
  name: CommandName;
  help: string;
  keys: string[];
  vi?: string[];
}

export const commands: Entry[] = [
  { name: 'north', help: 'walk, open or attack to the north', keys: ['w', 'ArrowUp', '8'], vi: ['k', 'ArrowUp', '8'] },
  { name: 'west', help: '… to the west', keys: ['a', 'ArrowLeft', '4'], vi: ['h', 'ArrowLeft', '4'] },
  { name: 'south', help: '… to the south', keys: ['s', 'ArrowDown', '2'], vi: ['j', 'ArrowDown', '2'] },
  { name: 'east', help: '… to the east', keys: ['d', 'ArrowRight', '6'], vi: ['l', 'ArrowRight', '6'] },
  { name: 'north-west', help: '… to the north-west', keys: ['q', 'Home', '7'], vi: ['y', 'Home', '7'] },
  { name: 'north-east', help: '… to the north-east', keys: ['e', 'PageUp', '9'], vi: ['u', 'PageUp', '9'] },
  { name: 'south-west', help: '… to the south-west', keys: ['z', 'End', '1'], vi: ['b', 'End', '1'] },
  { name: 'south-east', help: '… to the south-east', keys: ['c', 'PageDown', '3'], vi: ['n', 'PageDown', '3'] },
  { name: 'climb', help: 'climb the stairs, or travel to the nearest known ones', keys: ['<', 'r'] },
  { name: 'descend', help: 'descend the stairs, or travel to the nearest known ones', keys: ['>', 'f'] },
  { name: 'wait', help: 'wait a turn', keys: ['.', '5', 'Clear'], vi: ['.', 's', '5', 'Clear'] },
  { name: 'rest', help: 'rest until healed or disturbed', keys: ['R'] },
  { name: 'search', help: 'search for hidden doors nearby', keys: ['S'] },
  { name: 'explore', help: 'explore automatically, picking up items', keys: ['o'] },
  { name: 'travel', help: 'travel to a place of your choice', keys: ['_'] },
  { name: 'travel-up', help: 'travel to the nearest known stairs up', keys: ['['] },
  { name: 'travel-down', help: 'travel to the nearest known stairs down', keys: [']'] },
  { name: 'follow', help: 'go where the sidebar points', keys: ['F'] },
  { name: 'pick-up', help: 'pick up what lies here', keys: ['g', ','] },
  { name: 'inventory', help: 'open your pack', keys: ['i'] },
  { name: 'use', help: 'eat, drink, read or zap something', keys: ['u'], vi: ['a'] },
  { name: 'equip', help: 'wield or wear something, or take it off', keys: ['p'], vi: ['w'] },
  { name: 'throw', help: 'throw something', keys: ['t'] },
  { name: 'drop', help: 'drop something', keys: ['D'], vi: ['d'] },
  { name: 'kick', help: 'kick something next to you', keys: ['k'], vi: ['K'] },
  { name: 'jump', help: 'jump into a pit next to you', keys: ['j'], vi: ['J'] },
  { name: 'close', help: 'close a door next to you', keys: ['v'], vi: ['c'] },
  { name: 'interact', help: 'open a chest, or use what is here', keys: [' ', 'Enter'] },
  { name: 'buy', help: 'see what is for sale here', keys: ['b'], vi: ['B'] },
  { name: 'improve', help: 'choose an improvement after a level-up', keys: ['+'] },
  { name: 'look', help: 'look around', keys: ['x', 'l'], vi: ['x', ';'] },
  { name: 'sights', help: 'list what is in sight, to travel there', keys: ['n', ';'], vi: ['N'] },
  { name: 'legend', help: 'explain the symbols on this level', keys: ['L'] },
  { name: 'map', help: 'show the whole map so far', keys: ['m'] },
  { name: 'history', help: 'read earlier messages', keys: ['h'], vi: ['H'] },
  { name: 'projection', help: 'show the fronts of walls, or look straight down', keys: ['O'] },
  { name: 'tiles', help: 'switch between tiles and glyphs', keys: ['T'] },
  { name: 'help', help: 'show this help', keys: ['?', 'F1'] },
  { name: 'menu', help: 'open the menu', keys: ['Escape'] },
  { name: 'quit', help: 'save and return to the title', keys: ['Q'] },
];

/** The keys of a command: the player's own, or else those of the scheme that no other command has been given. */
export function keysOf(entry: Entry): string[] {
  const own = settings.keys[entry.name];
  if (own) return own;
  const taken = Object.values(settings.keys).flat();
  return ((settings.scheme === 'vi' && entry.vi) || entry.keys).filter((key) => !taken.includes(key));
}

/** The command for a key. */
export function commandOf(event: KeyboardEvent): CommandName | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  return commands.find((entry) => keysOf(entry).includes(event.key))?.name;
}

/** Assigns a key to a command, and takes it away from all others. */
export function bind(name: CommandName, key: string): void {
  const others = Object.entries(settings.keys).map(([other, keys]) => [other, keys.filter((known) => known !== key)]);
  settings.setKeys({ ...Object.fromEntries(others), [name]: [key] });
}

export function isDirection(name: string): name is Direction {
  return name in directions;
}

const names: Record<string, string> = {
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowDown: '↓',
  ArrowRight: '→',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Clear: 'keypad 5',
  ' ': 'Space',
  Escape: 'Esc',
};

/** A key as the help shows it. */
export function keyName(key: string): string {
  return names[key] ?? key;
}

/** The buttons that stand for commands where there may be no keys. */
const buttons: Partial<Record<CommandName, string>> = {
  explore: 'Explore',
  rest: 'Rest',
  search: 'Search',
  follow: 'Follow',
  look: 'Look',
  use: 'Pack',
  equip: 'Pack',
  improve: 'Improve',
  buy: 'Buy',
  interact: 'Open',
  'pick-up': 'Pick up',
  sights: 'Menu → What is in sight',
  legend: 'Menu → Legend',
  help: 'Menu → Help',
};

/** A text with the keys of the commands that it names in braces, or the buttons on touch screens. */
export function namedIn(text: string): string {
  return text.replaceAll(/\{([a-z-]+)\}/g, (_, name: CommandName) => {
    const button = settings.pad ? buttons[name] : undefined;
    if (button) return `“${button}”`;
    const [key] = keysOf(commands.find((entry) => entry.name === name) ?? { name, help: '', keys: [] });
    return key === undefined ? `“${name}” (which has no key)` : keyName(key);
  });
}
