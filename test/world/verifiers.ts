/**
 * Runs the JavaScript and the Python verifier of exports and proofs for the tests: for verdicts, the first in this
 * process and the second once for many files; as commands, both, to compare what they print.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifierPackagesFolder } from '../../scripts/start/embedded-servers/fetch-verifier-packages.ts';

const at = (name: string): string => fileURLToPath(new URL(`../../scripts/verify/${name}`, import.meta.url));

export const JS_VERIFIER = at('verify-export/main.mjs');
export const PYTHON_VERIFIER = at('verify_export.py');

/** The text of each verifier; that in JavaScript has several files. */
export const VERIFIER_TEXTS: readonly string[] = [
  globSync('*.mjs', { cwd: dirname(JS_VERIFIER) })
    .map((name) => readFileSync(join(dirname(JS_VERIFIER), name), 'utf8'))
    .join('\n'),
  readFileSync(PYTHON_VERIFIER, 'utf8'),
];

interface Verified {
  certificate: object;
}

// The verifier is plain JavaScript without types, so that it can be handed over by itself.
const js: {
  REASONS: string[];
  verifyFile(bytes: Uint8Array, keysText: string): Verified;
  verifyChain(files: { name: string; certificate: object }[]): { links: number; notes: string[] };
} = await import(JS_VERIFIER);

export const REASONS: ReadonlySet<string> = new Set(js.REASONS);

/** Files that are verified together: one, or several with their chain. */
export type FileSet = readonly Uint8Array[];

/** The reason of a refusal by the JavaScript verifier, else `verified`. */
export function jsVerdict(files: FileSet, keys: object): string {
  try {
    const keysText = JSON.stringify(keys);
    const verified = files.map((bytes, index) => ({
      name: `file ${index + 1}`,
      certificate: js.verifyFile(bytes, keysText).certificate,
    }));
    js.verifyChain(verified);
    return 'verified';
  } catch (error) {
    return error instanceof Error && 'reason' in error ? String(error.reason) : 'malformed';
  }
}

/** What a run of the JavaScript verifier as a command says, and how it ends. */
export function runJsVerifier(args: readonly string[]): {
  code: number | null;
  stdout: string;
  stderr: string;
} {
  const { status, stdout, stderr } = spawnSync(process.execPath, [JS_VERIFIER, ...args], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  return { code: status, stdout, stderr };
}

/** What a run of the Python verifier says, and how it ends. */
export function runPythonVerifier(
  args: readonly string[],
  input = '',
): { code: number | null; stdout: string; stderr: string; missing: boolean } {
  const PYTHONPATH = [PACKAGES, process.env.PYTHONPATH ?? ''].filter((part) => part !== '').join(delimiter);
  const { status, stdout, stderr, error } = spawnSync('python3', [PYTHON_VERIFIER, ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    env: { ...process.env, PYTHONPATH },
  });
  return { code: status, stdout: stdout ?? '', stderr: stderr ?? '', missing: error !== undefined };
}

/** Runs both as commands on files that both verify, and asserts that they print the same. @returns what they print */
export function assertSameOutput(args: readonly string[]): string {
  const [javaScript, python] = [runJsVerifier(args), runPythonVerifier(args)];
  assert.equal(javaScript.code, 0, javaScript.stderr);
  assert.equal(python.stdout, javaScript.stdout);
  assert.deepEqual([python.code, python.stderr], [0, javaScript.stderr]);
  return javaScript.stdout;
}

const PACKAGES = await verifierPackagesFolder();

/** Reason why the Python verifier cannot run here, for `skipIf`; false when it can. */
export function missingPythonVerifier(): string | false {
  const { code, stderr, missing } = runPythonVerifier(['--help']);
  if (missing) return 'no python3 on the PATH';
  return code === 0 ? false : (stderr.trim().split('\n').at(-1) ?? 'it does not start');
}

/** The same verdicts by the Python verifier, for many sets of files in one process. @param keysFile its path */
export function pythonVerdicts(sets: readonly FileSet[], keysFile: string): string[] {
  const lines = sets.map((files) => files.map((bytes) => Buffer.from(bytes).toString('base64')).join(' '));
  const { code, stdout, stderr } = runPythonVerifier(
    ['--lines', '--keys', keysFile],
    `${lines.join('\n')}\n`,
  );
  const verdicts = stdout.trimEnd().split('\n');
  if (code !== 0 || verdicts.length !== sets.length)
    throw new Error(`the Python verifier ended with ${code}: ${stderr}`);
  return verdicts;
}
