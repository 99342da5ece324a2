/**
 * `npm run bus:package`: builds the client on the bus as an npm package for programs outside this repository,
 * JavaScript with type declarations, and prints the path of the file.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HELP = `npm run -s bus:package [-- --to FOLDER]: builds the client on the bus as an npm package.

  --to FOLDER   where the file is written (default: this folder)
  --help        this text`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = join(root, 'shared', 'bus-client');
const { values } = parseArgs({
  options: { to: { type: 'string', default: '.' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) console.log(HELP);
else console.log(pack(resolve(values.to)));

/** @returns the path of the package */
function pack(destination: string): string {
  mkdirSync(destination, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'bus-client-'));
  try {
    const compiler = join(root, 'node_modules', '.bin', 'tsc');
    execFileSync(compiler, ['-p', source, '--outDir', join(folder, 'dist')], { stdio: ['ignore', 2, 2] });
    for (const file of ['package.json', 'README.md']) copyFileSync(join(source, file), join(folder, file));
    const words = ['pack', '--silent', '--pack-destination', destination];
    const printed = execFileSync('npm', words, { cwd: folder, encoding: 'utf8' });
    return join(destination, printed.trim().split('\n').at(-1) ?? '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
