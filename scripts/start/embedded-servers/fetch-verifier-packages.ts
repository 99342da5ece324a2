/**
 * Installs the Python packages of the second verifier of exports (`scripts/verify/verify_export.py`) into a folder of
 * this project, never into the Python of the machine, and gives its path. Without the packages the suites of that
 * verifier are skipped.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../../../shared/hash.ts';
import { firstErrorLine } from '../../console/first-error-line.ts';
import { runStep } from '../../console/progress.ts';
import { findPythonWithPip } from './fetch-program.ts';
import { runProgram } from './run-program.ts';

const REQUIREMENTS = fileURLToPath(new URL('../../verify/verify-export-requirements.txt', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/verifier-packages/', import.meta.url));

/** The folder with the packages of these requirements, for PYTHONPATH; it may not exist. */
export async function verifierPackagesFolder(): Promise<string> {
  return join(CACHE, sha256(await readFile(REQUIREMENTS)).slice(0, 16));
}

/** Installs the packages unless they are there. Without Python or PyPI it prints a line and returns. */
export async function fetchVerifierPackages(): Promise<void> {
  const folder = await verifierPackagesFolder();
  if (existsSync(folder)) return;
  await mkdir(dirname(folder), { recursive: true });
  const partial = await mkdtemp(join(CACHE, 'fetching-'));
  try {
    const python = await findPythonWithPip();
    await runStep('Fetching the packages of the second verifier (5 MB)', () =>
      runProgram(python, [
        ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'],
        ...['--require-hashes', '--only-binary=:all:', '--target', partial, '-r', REQUIREMENTS],
      ]),
    );
    await rename(partial, folder);
  } catch (error) {
    // Another command may have installed them in the meantime.
    if (!existsSync(folder))
      console.error(`The second verifier of exports is not tested: ${firstErrorLine(error)}.`);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}
