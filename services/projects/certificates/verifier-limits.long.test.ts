/**
 * Tests of both offline verifiers on very large or deep files, escapes and malformed envelopes, and of their warnings
 * about keys that lay beside the file.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from '@jest/globals';
import fc from 'fast-check';
import { toCanonicalJson } from '../../../shared/revisioning/outline/canonical-json.ts';
import { skipIf } from '../../../test/skip-if.ts';
import {
  JS_VERIFIER,
  jsVerdict,
  missingPythonVerifier,
  pythonVerdicts,
  runPythonVerifier,
  VERIFIER_TEXTS,
} from '../../../test/world/verifiers.ts';
import {
  type ExportFile,
  GENERATED_KEYS,
  historyOf,
  signContent,
} from '../export/generated-exports.fixture.ts';
import type { RevisionContent } from './revision-content.ts';

const bytesOf = (file: unknown): Buffer => Buffer.from(JSON.stringify(file));

const [sample = assert.fail('no export')] = fc
  .sample(historyOf(1), { seed: 3, numRuns: 100 })
  .flat()
  .filter((file) => file.sections.some(({ withheld }) => withheld));

/** A genuine export whose project has this summary. */
function exportWith(summary: string): ExportFile {
  const content: RevisionContent = JSON.parse(sample.content ?? '');
  content.project.summary = summary;
  const signed = { ...sample, ...signContent(content) };
  const { content_sha256 } = Object(signed.certificate);
  const revision = { ...sample.revision, content_hash: content_sha256 };
  return { ...signed, revision, project: content.project, content: toCanonicalJson(content) } as ExportFile;
}

describe('the text of the verifiers', () => {
  it('has no regular expression with an open repetition: one over a long string fills the stack (H39)', () => {
    const [first = '', second = ''] = VERIFIER_TEXTS;
    const patterns = [
      ...first.matchAll(/(?<=[\s(=!])\/[^/*\s].*?\/[a-z]*(?=\.|,|\))/g),
      ...second.matchAll(/re\.compile\(\s*"[^\n]*"/g),
    ].map(([pattern]) => pattern);
    assert.ok(patterns.length >= 7, patterns.join('\n'));
    const open = patterns.filter((pattern) => /[*+]|\{\d+,\}/.test(pattern.replaceAll(/\[[^\]]*\]/g, '.')));
    assert.deepEqual(open, []);
  });
});

skipIf(missingPythonVerifier()).describe('two verifiers at the limits of a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verifier-limits-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const trusted = join(folder, 'trusted');
  mkdirSync(trusted);
  const keysFile = join(trusted, 'keys.json');
  writeFileSync(keysFile, JSON.stringify(GENERATED_KEYS));

  const agreedVerdicts = (files: readonly Uint8Array[]): string[] => {
    const verdicts = files.map((bytes) => jsVerdict([bytes], GENERATED_KEYS));
    assert.deepEqual(
      pythonVerdicts(
        files.map((bytes) => [bytes]),
        keysFile,
      ),
      verdicts,
    );
    return verdicts;
  };
  /** What each command says of these files; one verifier after the other. */
  const run = (files: readonly Uint8Array[], keys = keysFile): { code: number | null; text: string }[] => {
    const names = files.map((bytes, index) => {
      const name = join(folder, `${index}.json`);
      writeFileSync(name, bytes);
      return name;
    });
    const args = [...names, '--keys', keys];
    const first = spawnSync(process.execPath, [JS_VERIFIER, ...args], { encoding: 'utf8' });
    const second = runPythonVerifier(args);
    return [
      { code: first.status, text: first.stdout + first.stderr },
      { code: second.code, text: second.stdout + second.stderr },
    ];
  };
  /** Refusals of all these files in words for people, and none of the languages of the verifiers. */
  const assertRefusedInWords = (files: readonly Uint8Array[]): string[] =>
    run(files).map(({ code, text }) => {
      assert.equal(code, 1, text);
      assert.equal(text.match(/^REFUSED/gm)?.length, files.length, text);
      assert.doesNotMatch(text, /undefined|0x[0-9a-f]+|\[object|None\b|True\b|Traceback/);
      assert.ok(text.length < 500 * files.length, `${text.length} characters`);
      return text;
    });

  it('both verify a genuine export of 40 MB whose strings have millions of escapes (H39)', () => {
    const [quotes, others] = [exportWith('"'.repeat(7_000_000)), exportWith('a"b\\\n\\'.repeat(200_000))];
    const [large, mixed] = [bytesOf(quotes), bytesOf(others)];
    assert.ok(large.length > 40_000_000, String(large.length));
    assert.deepEqual(agreedVerdicts([large, mixed]), ['verified', 'verified']);
  });

  it('both refuse millions of levels, whether they are closed or not, and what hides in a string (H39)', () => {
    const million = 1_000_000;
    const texts = [
      '['.repeat(million),
      `${'['.repeat(million)}${']'.repeat(million)}`,
      '{"a":'.repeat(million),
      `{"certificate":${'[{"a":'.repeat(million / 4)}`,
      ']'.repeat(million),
      `"${'\\"['.repeat(million)}`,
      `{"${'\\\\'.repeat(million)}`,
    ];
    assert.deepEqual([...new Set(agreedVerdicts(texts.map((text) => Buffer.from(text))))], ['not-json']);
    // Brackets in strings are no levels, after whatever escapes.
    const inStrings = ['\\"', '\\\\', '\\\\\\"', ''].map((begin) => `["${begin}${'['.repeat(500)}"]`);
    assert.deepEqual(
      [...new Set(agreedVerdicts(inStrings.map((text) => Buffer.from(text))))],
      ['not-an-export'],
    );
  });

  it('both find a member that stands twice after millions of escapes (H39)', () => {
    const text = JSON.stringify('"'.repeat(2_000_000));
    const [twice, escaped] = [`{"a":${text},"a":1}`, `{"a":${text},"\\u0061":1}`];
    assert.deepEqual(agreedVerdicts([Buffer.from(twice), Buffer.from(escaped)]), [
      'duplicate-key',
      'duplicate-key',
    ]);
  });

  it('both name what an envelope lacks, without words of their languages (H39)', () => {
    const { signature } = sample;
    const [{ sig } = { sig: '' }] = signature?.signatures ?? [];
    const keyids = [undefined, null, 5, true, {}, [], ['a'], 'x'.repeat(1_000_000)];
    const files = keyids.map((keyid) =>
      bytesOf({ ...sample, signature: { ...signature, signatures: [{ sig, keyid }] } }),
    );
    for (const text of assertRefusedInWords(files))
      assert.equal(text.match(/unknown-key: /g)?.length, files.length, text);
    const broken: object[] = [
      { signature: { ...signature, payloadType: undefined } },
      { signature: { ...signature, payload: undefined } },
      { signature: { ...signature, signatures: undefined } },
      { signature: {} },
      { certificate: null },
      { sections: null },
      { datasheets: [undefined] },
      { revision: undefined },
    ];
    assertRefusedInWords(broken.map((members) => bytesOf({ ...sample, ...members })));
  });

  it('both name what a signed content lacks, as no service writes it (H39)', () => {
    const content: RevisionContent = JSON.parse(sample.content ?? '');
    const { name: _, ...project } = content.project;
    const files = [
      { ...content, project },
      { ...content, datasheets: null },
    ].map((changed) => bytesOf({ ...sample, ...signContent(content), content: toCanonicalJson(changed) }));
    assertRefusedInWords(files);
  });

  it('both warn of a key that lay next to the file, and name who is said to have withheld words (H39)', () => {
    for (const { code, text } of run([bytesOf(sample)])) {
      assert.equal(code, 0, text);
      assert.doesNotMatch(text, /compare the key/);
      assert.match(text, /^ {2}not shown \d+ sections: the file says that a moderator withheld the words, /m);
    }
    const beside = join(folder, 'keys.json');
    writeFileSync(beside, JSON.stringify(GENERATED_KEYS));
    for (const { code, text } of run([bytesOf(sample)], beside)) {
      assert.equal(code, 0, text);
      assert.match(text, /^ {2}WARNING {3}compare the key: .* another way\.$/m);
    }
    rmSync(beside);
  });
});
