/**
 * Test of the tour of the README and the pages that continue it, run in one shell as they are written: a newcomer
 * gets an account, a key and responses in far less than two minutes.
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
} from '../../scripts/start/launcher/disposable-service.ts';
import { skipIf } from '../skip-if.ts';
import { databasePrefix, dropDatabases, mongodbUri } from '../test-servers.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const missingShell = ['bash', 'curl', 'node', 'npm'].find(
  (program) => spawnSync(program, ['--version']).error !== undefined,
);

/** The commands of a text, as markdown shows them. */
const shellCommands = (text: string): string =>
  [...text.matchAll(/^(`{3,})sh\n(.*?)^\1$/gms)].map(([, , commands = '']) => commands).join('');

/** The commands of the tour and of the pages that continue it. */
function tourCommands(): string {
  const [readme = '', ...further] = ['README.md', 'docs/tour.md', 'docs/api.md'].map((page) =>
    readFileSync(join(ROOT, page), 'utf8'),
  );
  const begin = readme.indexOf('## A tour');
  assert.ok(begin > 0, 'the README has its tour');
  return [readme.slice(begin), ...further].map(shellCommands).join('');
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
    assert.match(shown, /^VERIFIED {2}proof\.json$/m);
    assert.match(shown, /^Standard 2, revision 1\.0\.0, content hash 98c5ce9d/m);
    assert.match(shown, /^\{"signed_out":true\}$/m);
    assert.match(shown, /^\{"markdown":"# 1 Mortar\\n\\n\*\*1\.1 Withheld clause/m);
    assert.match(shown, /"acknowledged":\[\{"standardId":3,"level":2/);
    assert.match(shown, /^ {4}theirs: 'Cement shall be Portland cement of class 42\.5\.'$/m);
    assert.match(shown, /^\[ \[ 'meaning_changed', '35', 'MPa', 'N\/mm²' \] \]$/m);
    assert.match(
      shown,
      /^\{"markdown":"1\. In 1\.1 after \\"cement\\" insert \\" of class 42\.5\\"\\n2\. In the field/m,
    );
    assert.equal(shown.match(/^\{"id":2,"name":"Bridge"/gm)?.length, 2, 'made once, answered twice');
    // A session without an origin, a stale edit (named twice), a notice, an open question, a missing standard, a key used for something else.
    assert.deepEqual(
      shown.match(/"code":"[^"]+"/g)?.filter((code) => /[A-Z]{3}/.test(code)),
      [
        '"code":"CROSS_SITE_REQUEST"',
        '"code":"EDIT_CONFLICT"',
        '"code":"EDIT_CONFLICT"',
        '"code":"PROJECT_HOLDS_REVOKED_STANDARD"',
        '"code":"MISSING_RESOLUTION"',
        '"code":"NOT_FOUND"',
        '"code":"IDEMPOTENCY_KEY_REUSED"',
      ],
      shown,
    );
    assert.equal(played.status, 0);
  });
});
