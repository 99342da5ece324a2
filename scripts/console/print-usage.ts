/**
 * Prints the first comment of a program as its usage for `--help`, and exits 0: for programs that `scripts/run.mjs`
 * does not start.
 */
import { readFileSync } from 'node:fs';

/** @param file path of the program. Returns when its command line does not ask for help */
export function exitAfterUsage(file: string): void {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return;
  const [, comment = ''] = /^\/\*\*\n(.*?) \*\//s.exec(readFileSync(file, 'utf8')) ?? [];
  console.log(comment.replaceAll(/^ \* ?/gm, '').trim());
  process.exit(0);
}
