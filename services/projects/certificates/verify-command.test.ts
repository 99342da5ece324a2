/** Tests of the command `npm run verify-export`: exit codes, output, several files. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import { toCanonicalJson } from '../../../shared/revisioning/outline/canonical-json.ts';
import { anonymous, lead } from '../../../test/people.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import { JS_VERIFIER } from '../../../test/world/verifiers.ts';
import { generateKeyPair, signEnvelope } from './dsse-envelope.ts';

type Export = ResultOf<EndpointMap['projects.export']>;

describe('npm run verify-export', () => {
  const site = ProjectsWorld.use();
  const folder = mkdtempSync(join(tmpdir(), 'verify-export-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const at = (name: string): string => join(folder, name);

  let exported: Required<Export>;
  let otherContent: string;
  let keys: ResultOf<EndpointMap['certificates.keys']>;

  const withSignature = ({ certificate, signature, content, ...shown }: Export): Required<Export> => {
    assert.ok(certificate && signature && content !== undefined);
    return { ...shown, certificate, signature, content };
  };
  beforeAll(async () => {
    const files: Required<Export>[] = [];
    for (const name of ['Verified', 'Another']) {
      const { projectId: id } = await site.createFilledProject(name);
      await site.publish(id);
      files.push(withSignature(await site.node.call(lead, 'projects.export', { id })));
    }
    const [one, two] = files;
    assert.ok(one && two);
    exported = one;
    otherContent = two.content;
    keys = await site.node.call(anonymous, 'certificates.keys', {});
  });

  /** What the command says, and how it ends. */
  const run = (...args: string[]): Promise<{ code: number; text: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, [JS_VERIFIER, ...args], (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr });
      });
    });

  it('runs as a command: exit 0 when verified, 1 with the reason when refused, 2 when it cannot check', async () => {
    const file = at('export.json');
    await writeFile(file, JSON.stringify(exported));
    const alone = await run(file);
    assert.deepEqual(
      [alone.code, /keys-missing: .*GET \/api\/certificates\/keys/.test(alone.text)],
      [2, true],
    );
    const trusted = at('trusted.json');
    await writeFile(trusted, JSON.stringify(keys));
    assert.equal((await run(file, '--keys', trusted)).code, 0);
    await writeFile(at('keys.json'), JSON.stringify(keys));
    const verified = await run(file);
    assert.deepEqual([verified.code, /^VERIFIED/.test(verified.text)], [0, true]);
    await writeFile(file, JSON.stringify({ ...exported, content: otherContent }));
    const { code, text } = await run(file);
    assert.deepEqual([code, /content-of-another-revision/.test(text)], [1, true]);
    assert.equal((await run()).code, 2);
    assert.equal((await run(at('absent.json'))).code, 2);
  });

  it('prints its usage with --help, and refuses an option that it does not know', async () => {
    for (const flag of ['--help', '-h']) {
      const { code, text } = await run(flag, 'export.json');
      assert.deepEqual([code, /^Usage: npm run verify-export FILE/.test(text)], [0, true]);
    }
    const { code, text } = await run('--key', 'keys.json');
    assert.deepEqual([code, /^Usage: /.test(text)], [2, true]);
    assert.equal((await run('--keys')).code, 2);
  });

  it('several exports of a project are verified with their chain, which names the broken link (P12)', async () => {
    const { projectId } = await site.createFilledProject('Chained');
    await writeFile(at('keys.json'), JSON.stringify(keys));
    for (const name of ['one.json', 'two.json', 'three.json']) {
      if (name !== 'one.json') await site.node.call(lead, 'projects.draft.create', { id: projectId });
      await site.publish(projectId);
      const file = await site.node.call(lead, 'projects.export', { id: projectId });
      await writeFile(at(name), JSON.stringify(file));
    }
    const whole = await run(at('three.json'), at('one.json'), at('two.json'));
    assert.deepEqual([whole.code, /^CHAIN {2}2 links verified$/m.test(whole.text)], [0, true]);
    const gap = await run(at('three.json'), at('one.json'));
    assert.deepEqual(
      [gap.code, /not checked: revision 3 .* is not among these files/.test(gap.text)],
      [0, true],
    );

    // As whoever holds the key could forge it: another second revision.
    const { keyid, ...pair } = generateKeyPair();
    const forge = async (name: string, change: (certificate: Required<Export>['certificate']) => void) => {
      const file = withSignature(JSON.parse(await readFile(at('two.json'), 'utf8')));
      const certificate = { ...file.certificate, keyid };
      change(certificate);
      const signature = signEnvelope(toCanonicalJson(certificate), { keyid, ...pair });
      await writeFile(at(name), JSON.stringify({ ...file, certificate, signature }));
    };
    const trusted = at('both.json');
    await writeFile(trusted, JSON.stringify({ keys: [...keys.keys, { keyid, pem: pair.public_pem }] }));
    await forge('other.json', () => undefined);
    await forge('cut.json', (certificate) => {
      certificate.previous_certificate_sha256 = null;
    });
    const verify = (...names: string[]) => run(...names.map(at), '--keys', trusted);
    assert.equal((await verify('one.json', 'other.json')).code, 0);
    const broken = await verify('one.json', 'other.json', 'three.json');
    assert.deepEqual(
      [broken.code, /chain-broken: .*revision 3 .* does not follow revision 2/.test(broken.text)],
      [1, true],
    );
    assert.match((await verify('one.json', 'cut.json')).text, /chain-broken: .*names none before it/);
    assert.match((await verify('two.json', 'other.json')).text, /chain-forked: .*revision 2 .* differ/);
    await forge('old.json', (certificate) => {
      Object.assign(certificate, { previous_certificate_sha256: undefined });
    });
    const cutOut = await verify('one.json', 'old.json');
    assert.deepEqual([cutOut.code, /certificate-malformed: /.test(cutOut.text)], [1, true]);
  });

  it('a file cannot write to the terminal of whoever verifies it', async () => {
    const file = structuredClone(exported);
    Object.assign(file.signature.signatures[0] ?? {}, { keyid: '\u001b[2J\u202eVERIFIED' });
    await writeFile(at('loud.json'), JSON.stringify(file));
    const { code, text } = await run(at('loud.json'));
    assert.deepEqual([code, text.includes('\u001b'), text.includes('\u202e')], [1, false, false]);
  });
});
