/**
 * Packs a folder of this repository as an npm package for programs outside it (JavaScript with type declarations), and
 * reads the command line of the programs that do so.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface PackageSource {
  /** The folder in the repository, with `package.json`, `README.md` and the `tsconfig.json` of what is compiled. */
  folder: string;
  /** Changes the folder of the package, whose `dist` has just been compiled. */
  finish?(folder: string): void;
}

/** Writes the package where the command line says, and prints its path. */
export function runPackCommand(source: PackageSource, help: string): void {
  const { values } = parseArgs({
    options: { to: { type: 'string', default: '.' }, help: { type: 'boolean', short: 'h' } },
  });
  console.log(values.help ? help : pack(source, resolve(values.to)));
}

/** @returns the path of the package */
function pack(source: PackageSource, destination: string): string {
  mkdirSync(destination, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'npm-package-'));
  try {
    buildPackage(source, folder);
    const words = ['pack', '--silent', '--pack-destination', destination];
    const printed = execFileSync('npm', words, { cwd: folder, encoding: 'utf8' });
    return join(destination, printed.trim().split('\n').at(-1) ?? '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the contents of the package to an empty folder. */
export function buildPackage({ folder: source, finish }: PackageSource, folder: string): void {
  const from = join(root, source);
  const compiler = join(root, 'node_modules', '.bin', 'tsc');
  execFileSync(compiler, ['-p', from, '--outDir', join(folder, 'dist')], { stdio: ['ignore', 2, 2] });
  for (const file of globSync(join(folder, 'dist/**/*.d.ts'))) renameImportsToJs(file);
  for (const file of ['package.json', 'README.md']) copyFileSync(join(from, file), join(folder, file));
  finish?.(folder);
}

/** The compiler leaves `.ts` at the end of the imports of declarations, which not every reader of them resolves. */
function renameImportsToJs(file: string): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/((?:from|import\() ?['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
}
