/**
 * The tour of the README, played as it is written there: a newcomer gets an account, a key and responses, in
 * far less than two minutes.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, it } from '@jest/globals';
import {
  ADMINISTRATOR,
  type DisposableService,
  startDisposableService,
} from '../../scripts/launcher/disposable-service.ts';
import { skipIf } from '../skip-if.ts';
import { databasePrefix, dropDatabases, mongodbUri } from '../test-servers.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const missingShell = ['bash', 'curl', 'node', 'npm'].find(
  (program) => spawnSync(program, ['--version']).error !== undefined,
);

/** The commands of the tour and of what may be tried after it, as markdown shows them. */
function tourCommands(): string {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const commands: string[] = [];
  /** The fence that ends the block of commands. */
  let fence: string | null = null;
  const [begin, end] = [readme.indexOf('## A tour'), readme.indexOf('## The services')];
  assert.ok(begin > 0 && end > begin, 'the README has its sections');
  for (const line of readme.slice(begin, end).split('\n')) {
    if (fence === null) fence = /^(`{3,})sh$/.exec(line)?.[1] ?? null;
    else if (line === fence) fence = null;
    else commands.push(line);
  }
  return commands.join('\n');
}

skipIf(missingShell ? `${missingShell} is not here` : false).describe('the tour of the README', () => {
  const prefix = databasePrefix('tour');
  let service: DisposableService;
  let folder: string;
  beforeAll(async () => {
    service = await startDisposableService('one process', {
      MONGODB_URI: mongodbUri(),
      DATABASE_PREFIX: prefix,
    });
    // Inside the checkout, where npm finds the package, in the folder that Git ignores.
    mkdirSync(join(ROOT, 'data'), { recursive: true });
    folder = mkdtempSync(join(ROOT, 'data', 'tour-'));
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
    await dropDatabases(prefix);
  });

  it('goes as it is written, to a verified export, and takes less than two minutes', () => {
    const written = tourCommands();
    assert.ok(
      written.includes('data/tour') && written.includes('http://127.0.0.1:3000'),
      'the README says where',
    );
    // This service was given its administrator, and keeps no password.
    const script = written
      .replaceAll('data/tour', folder)
      .replaceAll('http://127.0.0.1:3000', service.base)
      .replaceAll('admin@localhost', ADMINISTRATOR.email)
      .replaceAll('$(cat ../admin-password)', ADMINISTRATOR.password);
    const began = performance.now();
    const played = spawnSync('bash', ['-u', '-c', script], { cwd: ROOT, encoding: 'utf8', timeout: 120_000 });
    console.info(
      `${((performance.now() - began) / 1000).toFixed(1)} s from the first command to the last answer`,
    );
    const shown = `${played.stdout}\n${played.stderr}`;
    assert.match(shown, /"email":"ada@example\.org"/);
    assert.match(shown, /^VERIFIED {2}export\.json$/m);
    assert.match(shown, /^REFUSED {2}altered\.json$/m);
    assert.match(shown, /^Standard 2, revision 1\.0\.0, content hash 1bf3399d/m);
    assert.match(shown, /^\{"markdown":"# 1 Access Control/m);
    assert.match(shown, /^\{"signed_out":true\}$/m);
    assert.match(shown, /^\{"markdown":"# 1 Mortar\\n\\n\*\*1\.1 Withheld clause/m);
    assert.match(shown, /"acknowledged":\[\{"standardId":3,"level":2/);
    assert.match(shown, /^\[\{"conflicts":1,"autoResolved":1/m);
    assert.match(shown, /^\[\["meaning_changed","Compressive strength","35","MPa","N\/mm²"\]\]$/m);
    assert.equal(shown.match(/^\{"id":2,"name":"Bridge"/gm)?.length, 2, 'made once, answered twice');
    // A missing standard, a session without an origin, a stale edit (named twice), a notice, an open question, a key used for something else.
    assert.deepEqual(
      shown.match(/"code":"[^"]+"/g)?.filter((code) => /[A-Z]{3}/.test(code)),
      [
        '"code":"NOT_FOUND"',
        '"code":"CROSS_SITE_REQUEST"',
        '"code":"EDIT_CONFLICT"',
        '"code":"EDIT_CONFLICT"',
        '"code":"PROJECT_HOLDS_REVOKED_STANDARD"',
        '"code":"MISSING_RESOLUTION"',
        '"code":"IDEMPOTENCY_KEY_REUSED"',
      ],
      shown,
    );
    assert.equal(played.status, 0);
  });
});
