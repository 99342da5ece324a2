/** Tests of `npm run rotate-signing-key`: new keys, old signatures, leaked keys. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, it } from '@jest/globals';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import { anonymous, lead } from '../../../test/people.ts';
import { mongodbUri } from '../../../test/test-servers.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import { jsVerdict } from '../../../test/world/verifiers.ts';

type Export = ResultOf<EndpointMap['projects.export']>;

const SCRIPT = fileURLToPath(new URL('../../../scripts/deploy/rotate-signing-key.ts', import.meta.url));

describe('rotation of the signing key (P12)', () => {
  const site = ProjectsWorld.use();

  const keysNow = () => site.node.call(anonymous, 'certificates.keys', {});
  const verdictOf = (keys: object, ...files: Export[]): string =>
    jsVerdict(
      files.map((file) => Buffer.from(JSON.stringify(file))),
      keys,
    );
  async function publish(id: number): Promise<Export> {
    await site.publish(id);
    return site.node.call(lead, 'projects.export', { id });
  }
  /** What the command says, and how it ends. */
  function rotate(...args: string[]): Promise<{ code: number | null; text: string }> {
    const { PATH = '', HOME = '' } = process.env;
    const env = {
      PATH,
      HOME,
      MONGODB_URI: mongodbUri(),
      DATABASE_PREFIX: site.node.node.config.databasePrefix,
    };
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [SCRIPT, ...args], { env }, (_, stdout, stderr) =>
        resolve({ code: child.exitCode, text: stdout + stderr }),
      );
    });
  }

  it('the new key signs at once, the old one stays listed and verifies what it signed', async () => {
    const { projectId: id } = await site.createFilledProject('Rotated');
    const first = await publish(id);
    const before = await keysNow();
    assert.deepEqual(await rotate().then(({ code }) => code), 0);
    await site.node.call(lead, 'projects.draft.create', { id });
    const second = await publish(id);
    assert.notEqual(second.certificate?.keyid, first.certificate?.keyid);
    const keys = await keysNow();
    assert.equal(keys.total, before.total + 1);
    const retired = keys.keys.find(({ keyid }) => keyid === first.certificate?.keyid);
    assert.ok(retired?.not_after !== undefined && retired.compromised_since === undefined);
    assert.equal(keys.keys.find(({ keyid }) => keyid === second.certificate?.keyid)?.not_after, undefined);
    assert.equal(verdictOf(keys, first, second), 'verified', 'the chain goes on under another key');
    assert.equal(verdictOf(before, second), 'unknown-key', 'a key that is not listed');
    assert.equal(verdictOf({ keys: [] }, first), 'unknown-key');
  });

  it('a leaked key is listed as leaked, and nothing that it signed verifies', async () => {
    const { projectId: id } = await site.createFilledProject('Leaked');
    const signed = await publish(id);
    const later = new Date(Date.parse(signed.certificate?.issued_at ?? '') + 1).toISOString();
    assert.equal((await rotate('--leaked-since', later)).code, 0);
    assert.equal(verdictOf(await keysNow(), signed), 'key-compromised-later');
    const { keyid = '' } = signed.certificate ?? {};
    const earlier = '2026-01-01T00:00:00Z';
    const again = await rotate('--leaked-since', earlier, '--key', keyid);
    assert.deepEqual([again.code, again.text.includes(keyid)], [0, true]);
    assert.equal(verdictOf(await keysNow(), signed), 'key-compromised');
    await site.node.call(lead, 'projects.draft.create', { id });
    assert.equal(verdictOf(await keysNow(), await publish(id)), 'verified');
  });

  it('wrong usage and an unknown key say so and change nothing', async () => {
    const before = await keysNow();
    for (const args of [['--leaked-since', 'soon'], ['--key', 'abc'], ['now']]) {
      const { code, text } = await rotate(...args);
      assert.deepEqual([code, /^Usage: /.test(text)], [2, true]);
    }
    const active = before.keys.find(({ not_after }) => not_after === undefined)?.keyid ?? '';
    const { code, text } = await rotate('--leaked-since', '2026-01-01T00:00:00Z', '--key', active);
    assert.deepEqual([code, /no retired key/.test(text)], [1, true]);
    assert.deepEqual(await keysNow(), before);
  });

  it('two concurrent rotations leave one active key', async () => {
    const before = await keysNow();
    const codes = (await Promise.all([rotate(), rotate()])).map(({ code }) => code);
    assert.deepEqual(codes, [0, 0]);
    const { keys } = await keysNow();
    assert.equal(keys.length, before.total + 2);
    assert.equal(keys.filter(({ not_after }) => not_after === undefined).length, 1);
  });
});
