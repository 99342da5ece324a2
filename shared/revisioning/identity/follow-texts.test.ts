/** Laws of finding the identities of texts that were edited without ids, on real documents and generated edits. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { loadCorpus } from '../../../scripts/import/documents/load-corpus.ts';
import { LAW_RUNS } from '../outline/histories.fixture.ts';
import { editDocument, type TracedClause } from './edited-documents.fixture.ts';
import { followTexts, toFollowTask } from './follow-texts.ts';
import { reportIdentities } from './report-identities.ts';
import { textOf } from './text-likeness.ts';
import { readWords } from './word-table.ts';

const NAMES = [
  'ada-2010-standards',
  'sp800-53r5-low',
  'uk-approved-document-e',
  'uk-approved-document-k',
  'uk-approved-document-m-vol-2',
];
const load = (name: string) =>
  loadCorpus(name).elements.map((element, at) => ({ ...element, element_id: at }));
const documents = new Map(NAMES.map((name) => [name, load(name)]));

const withoutIdentity = ({ address, toc_content, content }: TracedClause) => ({
  address,
  toc_content,
  content,
  kind: 'clause' as const,
});
/** What the clauses of a text are, by position. */
const follow = (before: readonly ReturnType<typeof load>[number][], now: readonly TracedClause[]) =>
  followTexts(toFollowTask(before, now.map(withoutIdentity)));

/** The share of the words of the shorter text that the other one has. */
function shareOfWords(one: TracedClause, other: { toc_content: string; content: string }): number {
  const [fewer, more] = [one, other]
    .map((clause) => readWords(textOf(clause)))
    .sort((a, b) => a.size - b.size);
  return !fewer?.size || !more ? 1 : [...fewer].filter((word) => more.has(word)).length / fewer.size;
}

describe('a document without identities', () => {
  for (const [name, before] of documents)
    it(`${name}: with one clause in twenty edited 99 of 100 are followed, and none to words of another (Y10)`, () => {
      let [known, right] = [0, 0];
      fc.assert(
        fc.property(fc.nat({ max: 2 ** 31 - 1 }), (seed) => {
          const now = editDocument(before, 0.05, seed);
          const { followed } = follow(before, now);
          const used = new Set([...followed.values()].map(({ element_id }) => element_id));
          assert.equal(used.size, followed.size);
          for (const [index, clause] of now.entries()) {
            const { element_id: id = null, likeness = 1 } = followed.get(index) ?? {};
            known += clause.origin === null ? 0 : 1;
            right += clause.origin !== null && id === clause.origin ? 1 : 0;
            const was = id === null ? undefined : before[id];
            if (!was || id === clause.origin) continue;
            // What is followed to another clause has its words, or is listed as uncertain.
            assert.ok(
              shareOfWords(clause, was) >= 1 / 3 || likeness < 0.6,
              `${was.address} → ${clause.address}`,
            );
          }
        }),
        { numRuns: Math.max(2, Math.round(LAW_RUNS / 100)) },
      );
      assert.ok(right / known >= 0.99, `${right} of ${known}`);
    });

  it('that nobody edited is itself, whatever it was numbered (Y10)', () => {
    for (const before of documents.values()) {
      const same = before.map((element, origin) => ({ ...element, origin }));
      const lower = same.map((element) => ({ ...element, address: `7.${element.address}` }));
      const { followed } = follow(before, same);
      assert.deepEqual(
        [...followed.values()].map(({ element_id }) => element_id),
        [...before.keys()],
      );
      const top = { address: '7', toc_content: 'Part seven', content: '', origin: null };
      const moved = follow(before, [top, ...lower]).followed;
      assert.ok(moved.size >= 0.99 * before.length);
      for (const [index, { element_id }] of moved)
        assert.equal(lower[index - 1]?.content, before[element_id]?.content);
    }
  });

  it('gives the same answer for the same text (Y10)', () => {
    const before = documents.get('uk-approved-document-k') ?? [];
    const now = editDocument(before, 0.3, 4);
    assert.deepEqual(follow(before, now), follow(before, now));
  });
});

it('a real baseline grew into another one: every clause is followed, what was added is new (Y10)', () => {
  const [low, moderate] = ['sp800-53r5-low', 'sp800-53r5-moderate'].map(load);
  assert.ok(low && moderate);
  const sent = moderate.map(({ element_id: _, ...element }) => element);
  const texts = followTexts(toFollowTask(low, sent));
  assert.equal(texts.followed.size, low.length);
  for (const [index, { element_id }] of texts.followed)
    assert.equal(sent[index]?.content, low[element_id]?.content);
  const now = sent.map(({ address }, index) => ({
    address,
    element_id: texts.followed.get(index)?.element_id ?? -1,
  }));
  const report = reportIdentities(low, now, sent, texts);
  assert.deepEqual(
    [report.kept + report.moved.length, report.new.length],
    [low.length, moderate.length - low.length],
  );
  assert.deepEqual(report.deleted, []);
});
