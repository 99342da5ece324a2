/**
 * The command line of programs that `scripts/run.mjs` does not start and that take no arguments: prints the first comment
 * of the program as its usage for `--help`, and refuses everything else.
 */
import { readFileSync } from 'node:fs';
import { EX_USAGE } from '../start/launcher/fatal-error.ts';

/** Exits 0 after the usage, 64 for another argument; returns without one. @param file path of the program */
export function exitAfterUsage(file: string): void {
  const words = process.argv.slice(2);
  const [first] = words;
  if (first === undefined) return;
  if (words.some((word) => word === '--help' || word === '-h')) {
    const [, comment = ''] = /^\/\*\*\n(.*?) \*\//s.exec(readFileSync(file, 'utf8')) ?? [];
    console.log(comment.replaceAll(/^ \* ?/gm, '').trim());
    process.exit(0);
  }
  console.error(
    `There is no option ${first}. It is configured by variables (docs/configuration.md): PORT=3001 npm start.`,
  );
  process.exit(EX_USAGE);
}
