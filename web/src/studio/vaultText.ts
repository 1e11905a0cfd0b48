/** The text of a vault file, as far as the page edits it in place: simple keys and drawings. The core checks the whole. */

export interface Drawing {
  rows: string[][];
  /** Where the rows are in the text. */
  from: number;
  to: number;
}

const MAP = /^(map\s*=\s*)('''|""")\n?([^]*?)\2/gm;

/** All drawings of a vault: first its own, then those of its variants. */
export function drawingsIn(text: string): Drawing[] {
  return [...text.matchAll(MAP)].map((match) => {
    const drawn = match[3]!;
    const to = match.index + match[0].length - match[2]!.length;
    const rows = drawn.replace(/\n$/, '').split('\n').map((row) => [...row]);
    return { rows, from: to - drawn.length, to };
  });
}

/** The text with another drawing in place of one. */
export function withDrawing(text: string, index: number, rows: string[][]): string {
  const drawing = drawingsIn(text)[index];
  if (!drawing) return text;
  const drawn = rows.map((row) => row.join('').trimEnd()).join('\n');
  return `${text.slice(0, drawing.from)}${drawn}\n${text.slice(drawing.to)}`;
}

/** The value of a key at the top of the file, if it is a text in one line. */
export function textOf(text: string, key: string): string | undefined {
  const match = new RegExp(`^${key}\\s*=\\s*(?:"([^"\\n]*)"|'([^'\\n]*)')`, 'm').exec(topOf(text));
  return match?.[1] ?? match?.[2];
}

/** The text with another value of such a key. */
export function withText(text: string, key: string, value: string): string {
  const line = `${key} = ${JSON.stringify(value)}`;
  const [top, old] = [topOf(text), new RegExp(`^${key}\\s*=.*$`, 'm')];
  const changed = old.test(top) ? top.replace(old, () => line) : top.replace(/^map\s*=/m, (map) => `${line}\n${map}`);
  return changed + text.slice(top.length);
}

/** Everything before the first table. */
function topOf(text: string): string {
  const at = text.replaceAll(MAP, (drawing) => 'x'.repeat(drawing.length)).search(/^\[/m);
  return at < 0 ? text : text.slice(0, at);
}

/** The glyphs that the vault itself gives a meaning, with that meaning as it is written. */
export function legendIn(text: string): Map<string, string> {
  const legend = new Map<string, string>();
  let isLegend = false;
  for (const line of text.replaceAll(MAP, '').split('\n')) {
    if (line.startsWith('[')) isLegend = /legend\s*\]/.test(line);
    const entry = /^\s*(?:"(.)"|'(.)'|([\w-]))\s*=\s*(.+)$/u.exec(line);
    if (isLegend && entry) legend.set((entry[1] ?? entry[2] ?? entry[3])!, entry[4]!.trim());
  }
  return legend;
}
