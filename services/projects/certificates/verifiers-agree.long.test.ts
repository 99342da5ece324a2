/**
 * Laws: the two offline verifiers, in JavaScript and in Python, give the same verdict on generated exports, chains
 * and proofs, genuine or forged.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, it } from '@jest/globals';
import fc from 'fast-check';
import {
  computeTreeHead,
  hashLeaves,
  type InclusionPath,
  proveInclusion,
} from '../../../shared/proof-tree.ts';
import { toCanonicalJson } from '../../../shared/revisioning/outline/canonical-json.ts';
import { skipIf } from '../../../test/skip-if.ts';
import { isLongRun, shareOf } from '../../../test/world/share-of.ts';
import {
  type FileSet,
  jsVerdict,
  missingPythonVerifier,
  pythonVerdicts,
  REASONS,
} from '../../../test/world/verifiers.ts';
import {
  type ExportFile,
  GENERATED_KEYS,
  historyOf,
  proveShownPart,
  signContent,
} from '../export/generated-exports.fixture.ts';
import { listParts, textsOfParts } from './content-parts.ts';
import type { RevisionContent } from './revision-content.ts';

/** The long run has a thousand exports. */
const EXPORTS = isLongRun ? 1_000 : 40;
const WHOLE_EXPORTS = isLongRun ? 10 : 3;
const CHANGES_PER_EXPORT = 15;
const SEED = 20_261_122;

const bytesOf = (file: unknown): Buffer => Buffer.from(JSON.stringify(file));

/** Histories of projects, each of a project of its own, until there are enough exports. */
function generateHistories(seed: number): ExportFile[][] {
  const histories: ExportFile[][] = [];
  for (let project = 1, count = 0; count < EXPORTS; project += 1) {
    const [history = []] = fc.sample(historyOf(project), { seed: seed + project, numRuns: 1 });
    histories.push(history);
    count += history.length;
  }
  return histories;
}

/** Whether changed bytes still mean the same JSON: `\u000a` and `\u000A` are one character. */
function meansTheSame(bytes: Uint8Array, changed: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return isDeepStrictEqual(JSON.parse(decoder.decode(changed)), JSON.parse(decoder.decode(bytes)));
  } catch {
    return false;
  }
}

/** Numbers from 0 to below `limit`, the same in every run. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function changeByte(bytes: Uint8Array, at: number, by: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ by;
  return changed;
}

skipIf(missingPythonVerifier()).describe('two verifiers of exports (H39)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verifiers-'));
  const keysFile = join(folder, 'keys.json');
  writeFileSync(keysFile, JSON.stringify(GENERATED_KEYS));
  afterAll(() => rmSync(folder, { recursive: true }));

  const histories = generateHistories(SEED);
  const exports = histories.flat();
  /** The verdicts, after a check that both verifiers give them. */
  function agreedVerdicts(sets: readonly FileSet[]): string[] {
    const verdicts = sets.map((files) => jsVerdict(files, GENERATED_KEYS));
    assert.deepEqual(pythonVerdicts(sets, keysFile), verdicts);
    return verdicts;
  }
  /** Refusals, each with a reason that is documented and says more than that something is wrong. */
  function assertAllRefused(verdicts: readonly string[]): void {
    const loose = verdicts.filter((verdict) => !REASONS.has(verdict) || verdict === 'malformed');
    assert.deepEqual(loose, []);
  }

  it('both verify every generated export, alone and as the chain of its project (P12)', () => {
    const alone = agreedVerdicts(exports.map((file) => [bytesOf(file)]));
    assert.deepEqual(
      alone.filter((verdict) => verdict !== 'verified'),
      [],
    );
    const chains = agreedVerdicts(histories.map((files) => files.map(bytesOf).reverse()));
    assert.deepEqual(
      chains.filter((verdict) => verdict !== 'verified'),
      [],
    );
  });

  it('both refuse every export with a changed byte, for the same reason (H39)', () => {
    const withheld = exports.filter(({ sections }) => sections.some((section) => section.withheld));
    assert.ok(withheld.length > 10 && withheld.length < exports.length);
    const random = createRandom(SEED);
    const changes = exports.flatMap((file) => {
      const bytes = bytesOf(file);
      return Array.from({ length: CHANGES_PER_EXPORT }, () =>
        changeByte(bytes, random(bytes.length), 1 + random(255)),
      ).filter((changed) => !meansTheSame(bytes, changed));
    });
    assert.ok(changes.length > exports.length * CHANGES_PER_EXPORT * 0.99);
    assertAllRefused(agreedVerdicts(changes.map((changed) => [changed])));
  });

  it('both refuse one export with any of its bytes changed (H39)', () => {
    const [smallest = Buffer.alloc(0)] = exports.map(bytesOf).sort((a, b) => a.length - b.length);
    assert.ok(smallest.length > 1_000);
    // The lowest bit of a character makes another of its kind: a digit stays a digit, a letter a letter.
    const changes = shareOf([...smallest.keys()], 0).map((at) => changeByte(smallest, at, 1));
    const verdicts = agreedVerdicts(
      changes.filter((changed) => !meansTheSame(smallest, changed)).map((changed) => [changed]),
    );
    assertAllRefused(verdicts);
    assert.ok(new Set(verdicts).size >= 10, [...new Set(verdicts)].join());
  });

  it('both refuse JSON of more levels than an export has, however many (H39)', () => {
    const [file] = exports;
    const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const deep = [101, 5_000, 100_000].flatMap((levels) => [
      nested(levels),
      JSON.stringify({ ...file, content: nested(levels) }),
      JSON.stringify(file).replace(/^\{/, `{"more":${nested(levels)},`),
    ]);
    const verdicts = agreedVerdicts(deep.map((text) => [Buffer.from(text)]));
    assert.deepEqual([...new Set(verdicts)], ['not-json']);
    assert.deepEqual(agreedVerdicts([[Buffer.from(nested(100))]]), ['not-an-export']);
  });

  it('both refuse a chain with a forged link, and say whether it is broken or forked (P12)', () => {
    const forged = generateHistories(SEED + 1_000_000);
    const [broken, forked]: [FileSet[], FileSet[]] = [[], []];
    histories.forEach(([first, second], index) => {
      const [otherFirst, otherSecond] = forged[index] ?? [];
      if (first && otherFirst) forked.push([bytesOf(first), bytesOf(otherFirst)]);
      if (first && otherSecond?.certificate?.previous_certificate_sha256)
        broken.push([bytesOf(first), bytesOf(otherSecond)]);
      if (second?.certificate?.previous_certificate_sha256 && otherFirst)
        broken.push([bytesOf(second), bytesOf(otherFirst)]);
    });
    assert.ok(broken.length > 10 && forked.length > 10);
    assert.deepEqual([...new Set(agreedVerdicts(broken))], ['chain-broken']);
    assert.deepEqual([...new Set(agreedVerdicts(forked))], ['chain-forked']);
  });

  it('every part of a content has a proof that both verify, and none verifies for another part, index or root (C3)', () => {
    const [right, wrong]: [FileSet[], FileSet[]] = [[], []];
    for (const [order, { certificate, signature, content = '' }] of exports.entries()) {
      const parsed: RevisionContent = JSON.parse(content);
      const { proof_seed } = parsed;
      const parts = listParts(parsed);
      const texts = textsOfParts(parts);
      assert.deepEqual(texts, parts.map(toCanonicalJson), 'parts are written in canonical order');
      const elsewhere = exports.find(
        (other, at) => at !== order && other.certificate?.content_tree?.size === parts.length,
      );
      parts.forEach((part, index) => {
        const proof: InclusionPath & { leaf: object } = {
          leaf: part,
          ...proveInclusion(proof_seed, texts, index),
        };
        const add = (
          to: FileSet[],
          changed: Partial<typeof proof>,
          under: object = { certificate, signature },
        ) => to.push([bytesOf({ proof: { ...proof, ...changed }, ...under })]);
        add(right, {});
        // All pairs of parts are many; those of the first exports, and neighbours in the others.
        const others = order < WHOLE_EXPORTS ? [...parts.keys()] : [(index + 1) % parts.length];
        for (const other of others) {
          const leaf = parts[other];
          if (leaf && !isDeepStrictEqual(leaf, proof.leaf)) add(wrong, { leaf });
          if (other !== index) add(wrong, { index: other });
        }
        add(wrong, { index: parts.length + index });
        add(wrong, { path: [...proof.path, proof.salt] });
        add(wrong, { path: proof.path.slice(1).concat(proof.path.length === 0 ? [proof.salt] : []) });
        if (elsewhere) add(wrong, {}, { certificate: elsewhere.certificate, signature: elsewhere.signature });
      });
    }
    assert.ok(right.length > exports.length);
    assert.deepEqual([...new Set(agreedVerdicts(right))], ['verified']);
    assert.deepEqual([...new Set(agreedVerdicts(wrong))], ['proof-broken']);
  });

  it('every value shown has a proof that both verify, and none verifies for another value or datasheet (C3)', () => {
    const [right, wrong, misplaced]: [FileSet[], FileSet[], FileSet[]] = [[], [], []];
    for (const { certificate, signature, content = '', datasheets } of exports) {
      const parsed: RevisionContent = JSON.parse(content);
      const parts = listParts(parsed);
      const texts = textsOfParts(parts);
      const prove = (index: number) => ({
        leaf: parts[index],
        ...proveInclusion(parsed.proof_seed, texts, index),
      });
      for (const sheet of datasheets) {
        const index = parts.findIndex((part) => part.part === 'datasheet' && part.datasheet.id === sheet.id);
        const [proof, signed] = [prove(index), { certificate, signature }];
        sheet.values.forEach((_, at) => {
          const value = proveShownPart(sheet, at + 1);
          right.push([bytesOf({ proof, value, ...signed })]);
          wrong.push([bytesOf({ proof, value: { ...value, index: value.index - 1 }, ...signed })]);
          wrong.push([
            bytesOf({ proof, value: { ...value, leaf: { ...value.leaf, part: 'record' } }, ...signed }),
          ]);
          misplaced.push([bytesOf({ proof: prove(0), value, ...signed })]);
          misplaced.push([bytesOf({ proof, value, clause: value, ...signed })]);
        });
        misplaced.push([bytesOf({ proof, value: proveShownPart(sheet, 0), ...signed })]);
      }
    }
    assert.ok(right.length > exports.length / 2);
    assert.deepEqual([...new Set(agreedVerdicts(right))], ['verified']);
    assert.deepEqual([...new Set(agreedVerdicts(wrong))], ['value-proof-broken']);
    assert.deepEqual([...new Set(agreedVerdicts(misplaced))], ['proof-malformed']);
  });

  it('both refuse a signed leaf that is no value in a proof of a value, or no clause in one of a clause (C3)', () => {
    const { content = '' } =
      exports.find((file) => file.datasheets.length > 0) ?? assert.fail('no export shows a datasheet');
    const parsed: RevisionContent = JSON.parse(content);
    const { proof_seed } = parsed;
    /** A proof under a content whose first standard and datasheet each have a tree of only this leaf. */
    const proofOf = (member: 'clause' | 'value', leaf: object): FileSet => {
      const texts = [toCanonicalJson(leaf)];
      const head = computeTreeHead(hashLeaves(proof_seed, texts));
      const standards = parsed.standards.map((standard, at) =>
        at === 0 ? { ...standard, clauses: head } : standard,
      );
      const datasheets = parsed.datasheets.map((sheet, at) => (at === 0 ? { ...sheet, tree: head } : sheet));
      // Parts are hashed in the order that their members have.
      const signed: RevisionContent = JSON.parse(toCanonicalJson({ ...parsed, standards, datasheets }));
      const parts = listParts(signed);
      const index = parts.findIndex(({ part }) => part === (member === 'clause' ? 'standard' : 'datasheet'));
      const proof = { leaf: parts[index], ...proveInclusion(proof_seed, textsOfParts(parts), index) };
      const inner = { leaf, ...proveInclusion(proof_seed, texts, 0) };
      const shown = member === 'clause' ? { clause: { ...inner, wording: null } } : { value: inner };
      return [bytesOf({ proof, ...shown, ...signContent(signed) })];
    };
    const clause = { part: 'clause', address: '1', element_id: 1, kind: 'clause', hash: proof_seed };
    const value = { part: 'value', value: { address: '1', user_value: null } };
    const record = { part: 'record', record: { datasheet_id: 1 } };
    assert.deepEqual(agreedVerdicts([proofOf('clause', clause), proofOf('value', value)]), [
      'verified',
      'verified',
    ]);
    const unfit = [
      ...[value, record, {}, { ...clause, part: 'section' }].map((leaf) => proofOf('clause', leaf)),
      ...[clause, record, {}, { ...value, part: 'record' }].map((leaf) => proofOf('value', leaf)),
      ...[undefined, null, 'text', 1, [value]].map((shown) => proofOf('value', { ...value, value: shown })),
    ];
    assert.deepEqual([...new Set(agreedVerdicts(unfit))], ['proof-malformed']);
  });
});
