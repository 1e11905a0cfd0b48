/** Today's date in UTC, so that everybody has the same dungeon: `2026-11-17`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
