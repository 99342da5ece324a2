/** The size of a file for people. */

const STEP = 1_000;
const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

export function sizeInWords(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(STEP)));
  const size = bytes / STEP ** power;
  return `${power === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[power]}`;
}
