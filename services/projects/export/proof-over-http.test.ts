/** Tests over HTTP of the proof of one clause or value: verified, forged, refused. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { skipIf } from '../../../test/skip-if.ts';
import { useWorld } from '../../../test/world/test-world.ts';
import {
  assertSameOutput,
  jsVerdict,
  missingPythonVerifier,
  runPythonVerifier,
} from '../../../test/world/verifiers.ts';

describe('proofs over HTTP (C3)', () => {
  const site = useWorld();
  const folder = mkdtempSync(join(tmpdir(), 'proofs-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const at = (name: string): string => join(folder, name);

  let keys: object;
  let clause: object;
  let value: object;
  const pathOf = (query: string): string => `/api/projects/${site.ada.projectId}/proof?${query}`;

  beforeAll(async () => {
    const { elementId, fieldId, datasheetId, projectId } = site.ada;
    keys = await site.anyone.get('/api/certificates/keys');
    clause = await site.ada.key.get(pathOf(`elementId=${elementId}`));
    value = await site.ada.key.get(pathOf(`elementId=${fieldId}&datasheetId=${datasheetId}`));
    const exported = await site.ada.key.post(`/api/projects/export/${projectId}`);
    for (const [name, file] of Object.entries({ keys, clause, value, exported }))
      writeFileSync(at(`${name}.json`), JSON.stringify(file));
  });

  it('a clause and a value verify, and either is refused when it is changed', () => {
    for (const [proof, word] of [
      [clause, 'strength'],
      [value, '"user_value"'],
    ] as const) {
      const text = JSON.stringify(proof);
      assert.ok(text.includes(word));
      assert.equal(jsVerdict([Buffer.from(text)], keys), 'verified');
      const bytes = Buffer.from(text);
      const step = Math.ceil(bytes.length / 500);
      for (let place = 0; place < bytes.length; place += step) {
        const changed = Buffer.from(bytes);
        changed[place] = (changed[place] ?? 0) ^ 1;
        assert.notEqual(jsVerdict([changed], keys), 'verified', `byte ${place}`);
      }
    }
  });

  skipIf(missingPythonVerifier()).it('the second verifier says what each file shows, as a command', () => {
    const { code, stdout } = runPythonVerifier(['exported.json', 'clause.json', 'value.json'].map(at));
    assert.equal(code, 0, stdout);
    assert.equal(stdout.match(/^VERIFIED/gm)?.length, 3);
    assert.match(stdout, /^ {2}clause {4}1\.2 .*strength given in the datasheet/m);
    assert.ok(!stdout.includes('CHAIN'), 'one certificate has no links');
    writeFileSync(at('changed.json'), JSON.stringify(clause).replace('strength', 'weakness'));
    const refused = runPythonVerifier([at('changed.json')]);
    assert.deepEqual([refused.code, /clause-differs/.test(refused.stderr)], [1, true]);
    assert.equal(runPythonVerifier([at('absent.json')]).code, 2);
    assert.equal(runPythonVerifier([]).code, 2);
    assert.equal(runPythonVerifier(['--help']).code, 0);
  });

  skipIf(missingPythonVerifier()).it('both verifiers print the same, also of a withheld clause (H39)', () => {
    const withheld = JSON.parse(JSON.stringify(clause));
    withheld.clause.wording = null;
    writeFileSync(at('withheld.json'), JSON.stringify(withheld));
    const names = ['exported.json', 'clause.json', 'value.json', 'withheld.json'].map(at);
    const printed = assertSameOutput(names);
    assert.match(printed, /^ {2}clause {4}1\.2 not shown: /m);
    assert.match(printed, /^ {2}WARNING {3}compare the key/m);
    mkdirSync(at('own'));
    copyFileSync(at('keys.json'), at('own/keys.json'));
    assert.doesNotMatch(assertSameOutput([...names, '--keys', at('own/keys.json')]), /WARNING/);
  });

  it('what is left out is 400, a foreign project, clause or datasheet 404 (H1, G2)', async () => {
    const { key, elementId, fieldId } = site.ada;
    const statusOf = async (path: string) => (await key.requestExpectingError('GET', path)).status;
    assert.equal(await statusOf(pathOf('')), 400);
    assert.equal(await statusOf(pathOf('elementId=one')), 400);
    assert.equal(await statusOf(pathOf(`elementId=${site.mallory.elementId}`)), 404);
    assert.equal(await statusOf(pathOf(`elementId=${fieldId}&datasheetId=${site.mallory.datasheetId}`)), 404);
    assert.equal(await statusOf(`/api/projects/${site.mallory.projectId}/proof?elementId=${elementId}`), 404);
  });

  it('a proof never changes, so it is read again with its ETag (G23)', async () => {
    const path = pathOf(`elementId=${site.ada.elementId}&revisionId=${site.ada.projectRevisionId}`);
    const response = await fetch(`${site.base}${path}`, {
      headers: { authorization: `Bearer ${site.ada.secret}` },
    });
    assert.deepEqual(await response.json(), clause);
    const again = await fetch(`${site.base}${path}`, {
      headers: {
        authorization: `Bearer ${site.ada.secret}`,
        'if-none-match': response.headers.get('etag') ?? '',
      },
    });
    assert.equal(again.status, 304);
  });
});
