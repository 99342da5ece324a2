/** Runs `npm run verify-export` on an export, for the tests of the main job. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Verifies the text of a file in a folder of its own. */
export function verifyExport(
  text: string,
  keys: string,
): { status: number | null; stdout: string; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), 'css-e2e-'));
  try {
    const file = join(folder, 'export.json');
    writeFileSync(file, text);
    writeFileSync(join(folder, 'keys.json'), keys);
    return spawnSync(process.execPath, ['scripts/verify/verify-export/main.mjs', file], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
