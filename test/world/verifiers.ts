/**
 * Runs the two verifiers of exports and proofs for the suites: the JavaScript one in this process, the Python one in
 * one process for many files.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifierPackagesFolder } from '../../scripts/start/embedded-servers/fetch-verifier-packages.ts';

const at = (name: string): string => fileURLToPath(new URL(`../../scripts/verify/${name}`, import.meta.url));

export const FIRST_VERIFIER = at('verify-export/main.mjs');
export const SECOND_VERIFIER = at('verify_export.py');

/** The text of each verifier; the first has several files. */
export const VERIFIER_TEXTS: readonly string[] = [
  globSync('*.mjs', { cwd: dirname(FIRST_VERIFIER) })
    .map((name) => readFileSync(join(dirname(FIRST_VERIFIER), name), 'utf8'))
    .join('\n'),
  readFileSync(SECOND_VERIFIER, 'utf8'),
];

interface Verified {
  certificate: object;
}

// The verifier is plain JavaScript without types, so that it can be handed over by itself.
const first: {
  REASONS: string[];
  verifyFile(bytes: Uint8Array, keysText: string): Verified;
  verifyChain(files: { name: string; certificate: object }[]): { links: number; notes: string[] };
} = await import(FIRST_VERIFIER);

export const REASONS: ReadonlySet<string> = new Set(first.REASONS);

/** Files that are verified together: one, or several with their chain. */
export type FileSet = readonly Uint8Array[];

/** The reason of a refusal by the first verifier, else `verified`. */
export function firstVerdict(files: FileSet, keys: object): string {
  try {
    const keysText = JSON.stringify(keys);
    const verified = files.map((bytes, index) => ({
      name: `file ${index + 1}`,
      certificate: first.verifyFile(bytes, keysText).certificate,
    }));
    first.verifyChain(verified);
    return 'verified';
  } catch (error) {
    return error instanceof Error && 'reason' in error ? String(error.reason) : 'malformed';
  }
}

/** What a run of the first verifier as a command says, and how it ends. */
export function runFirstVerifier(args: readonly string[]): {
  code: number | null;
  stdout: string;
  stderr: string;
} {
  const { status, stdout, stderr } = spawnSync(process.execPath, [FIRST_VERIFIER, ...args], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  return { code: status, stdout, stderr };
}

/** What a run of the second verifier says, and how it ends. */
export function runSecondVerifier(
  args: readonly string[],
  input = '',
): { code: number | null; stdout: string; stderr: string; missing: boolean } {
  const PYTHONPATH = [PACKAGES, process.env.PYTHONPATH ?? ''].filter((part) => part !== '').join(delimiter);
  const { status, stdout, stderr, error } = spawnSync('python3', [SECOND_VERIFIER, ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    env: { ...process.env, PYTHONPATH },
  });
  return { code: status, stdout: stdout ?? '', stderr: stderr ?? '', missing: error !== undefined };
}

/** Runs both as commands on files that both verify, and asserts that they print the same. @returns what they print */
export function assertSameOutput(args: readonly string[]): string {
  const [first, second] = [runFirstVerifier(args), runSecondVerifier(args)];
  assert.equal(first.code, 0, first.stderr);
  assert.equal(second.stdout, first.stdout);
  assert.deepEqual([second.code, second.stderr], [0, first.stderr]);
  return first.stdout;
}

const PACKAGES = await verifierPackagesFolder();

/** Reason why the second verifier cannot run here, for `skipIf`; false when it can. */
export function missingSecondVerifier(): string | false {
  const { code, stderr, missing } = runSecondVerifier(['--help']);
  if (missing) return 'no python3 on the PATH';
  return code === 0 ? false : (stderr.trim().split('\n').at(-1) ?? 'it does not start');
}

/** The same verdicts by the second verifier, for many sets of files in one process. @param keysFile its path */
export function secondVerdicts(sets: readonly FileSet[], keysFile: string): string[] {
  const lines = sets.map((files) => files.map((bytes) => Buffer.from(bytes).toString('base64')).join(' '));
  const { code, stdout, stderr } = runSecondVerifier(
    ['--lines', '--keys', keysFile],
    `${lines.join('\n')}\n`,
  );
  const verdicts = stdout.trimEnd().split('\n');
  if (code !== 0 || verdicts.length !== sets.length)
    throw new Error(`the second verifier ended with ${code}: ${stderr}`);
  return verdicts;
}
