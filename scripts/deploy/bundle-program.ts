/**
 * Bundles a program of this repository as one file that runs without it: its code with that of the packages that it
 * uses, and their licences in a file next to it.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bundler = join(root, 'node_modules', '.bin', 'esbuild');
/** The oldest Node that packages for others promise to run under. */
const TARGET = 'node20';
const PACKAGE_PATH = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * Writes the program as an executable file, and `FILE.licences.txt`.
 * @param entry path in the repository
 */
export function bundleProgram(entry: string, file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    const metafile = join(folder, 'meta.json');
    const options = [
      '--bundle',
      '--platform=node',
      '--format=esm',
      `--target=${TARGET}`,
      '--legal-comments=none',
    ];
    const banner = '--banner:js=#!/usr/bin/env node';
    if (!existsSync(bundler)) throw new Error('esbuild is not installed. Run npm ci.');
    execFileSync(
      bundler,
      [entry, ...options, banner, `--outfile=${file}`, `--metafile=${metafile}`, '--log-level=warning'],
      { cwd: root, stdio: ['ignore', 2, 2] },
    );
    chmodSync(file, 0o755);
    const { inputs }: { inputs: Record<string, unknown> } = JSON.parse(readFileSync(metafile, 'utf8'));
    writeFileSync(`${file}.licences.txt`, licencesOf(Object.keys(inputs)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The licences of the packages that these files are of. @throws Error for a package without one */
function licencesOf(files: readonly string[]): string {
  const packages = new Set(files.flatMap((file) => PACKAGE_PATH.exec(file)?.slice(0, 1) ?? []));
  const texts = [...packages].sort().map((path) => {
    const folder = join(root, path);
    const { name, version }: { name: string; version: string } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const [licence] = globSync('LICEN[CS]E*', { cwd: folder });
    if (licence === undefined) throw new Error(`${name} has no licence to hand on`);
    return `${name} ${version}\n\n${readFileSync(join(folder, licence), 'utf8').trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
