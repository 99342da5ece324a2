/**
 * Laws of `spec` against a running service: the same findings for generated texts, generated histories of two
 * authors, whole documents.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryText } from '../../shared/markup/arbitraries.fixture.ts';
import { fieldContent } from '../../shared/revisioning/outline/content-hash.ts';
import { presentElementBody } from '../../shared/revisioning/outline/element-body.ts';
import {
  anyOutline,
  anyScript,
  applyEdits,
  LAW_RUNS,
  type ScriptedEdit,
} from '../../shared/revisioning/outline/histories.fixture.ts';
import type { Outline } from '../../shared/revisioning/outline/outline.ts';
import { lead } from '../../test/people.ts';
import { baseOf } from '../../tools/world/standards.ts';
import { loadCorpus } from '../import/documents/load-corpus.ts';
import { toSaveBody } from '../import/documents/outline-conversion.ts';
import { checkText } from './findings/check-text.ts';
import { writeOutline } from './local-text.ts';
import { fromWorkingCopy } from './service-content.ts';
import { type Desk, useSpecWorld } from './spec-world.fixture.ts';

const isLong = LAW_RUNS > 300;
const HISTORIES = isLong ? 500 : 6;
const TEXTS = isLong ? 2_000 : 500;
const SEED = 20_261_127;

interface History {
  outline: Outline;
  own: ScriptedEdit[];
  foreign: ScriptedEdit[];
  /** What the colleague does: 0 saves, 1 pushes, 2 also publishes. */
  way: number;
  /** The standard is published before it is cloned. */
  isPublished: boolean;
  /** How conflicts are settled. */
  keeps: 'mine' | 'theirs';
}

const anyHistory: fc.Arbitrary<History> = fc.record({
  outline: anyOutline.filter(({ elements }) => elements.length > 2),
  own: anyScript,
  foreign: anyScript,
  way: fc.nat(2),
  isPublished: fc.boolean(),
  keeps: fc.constantFrom('mine', 'theirs'),
});

const VOCABULARY =
  'cement water sand gravel steel joint surface grade curing strength sample test engineer drawing depth width slope drain wall floor'.split(
    ' ',
  );

/** The words of the generated edits as sentences, which are alike or not as those of people are. */
function toProse(word: string): string {
  const [author = '', number = '0'] = word.split(' ');
  const pick = (at: number): string =>
    VOCABULARY[(Number(number) * 7 + author.length * 3 + at * at * 5) % VOCABULARY.length] ?? '';
  return `The ${pick(1)} of the ${pick(2)} and its ${pick(3)} shall be ${pick(4)} (${word}).`;
}
const inProse = (outline: Outline): Outline => ({
  ...outline,
  elements: outline.elements.map((element) => ({
    ...element,
    content: /^\w+ \d+$/.test(element.content) ? toProse(element.content) : element.content,
  })),
});

/** How often each text of a clause is in an outline. */
function countTexts({ elements }: Outline): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { content } of elements) if (content !== '') counts.set(content, (counts.get(content) ?? 0) + 1);
  return counts;
}

/** No text is lost that a side wrote or that both kept, and none is there more often than somebody wrote it. */
function assertMerged(sides: Record<'base' | 'mine' | 'theirs' | 'result', Outline>): void {
  const [base, mine, theirs, result] = [sides.base, sides.mine, sides.theirs, sides.result].map(countTexts);
  for (const text of new Set([base, mine, theirs, result].flatMap((counts) => [...(counts?.keys() ?? [])]))) {
    const [b, x, y, f] = [base, mine, theirs, result].map((counts) => counts?.get(text) ?? 0);
    assert.ok(b !== undefined && x !== undefined && y !== undefined && f !== undefined);
    const atLeast = b === 0 ? Math.max(x, y) : Math.min(x, y, x + y - b);
    assert.ok(f >= atLeast, `lost: ${text} (${b}, ${x}, ${y} -> ${f})`);
    assert.ok(f <= Math.max(x, y, x + y - b), `doubled: ${text} (${b}, ${x}, ${y} -> ${f})`);
  }
}

/** The text with one side of every conflict. */
const settle = (text: string, keeps: History['keeps']): string =>
  text.replace(
    /^<{7} mine.*\n\n([\s\S]*?)^={7}\n\n([\s\S]*?)^>{7} server.*(?:\n\n|\n)/gm,
    (_, mine: string, theirs: string) => (keeps === 'mine' ? mine : theirs),
  );

describe('spec against the service', () => {
  const world = useSpecWorld();

  it(`check finds what the service finds in ${TEXTS} generated texts: rules and lines`, async () => {
    const texts = fc.sample(arbitraryText, { numRuns: TEXTS, seed: SEED }).map((text) => text.toWellFormed());
    let found = 0;
    for (const text of texts) {
      const report = await world.node.call(lead, 'standards.validateMarkdown', { markdown: text });
      const toRow = ({ rule, line }: { rule: string; line: number }) => `${line} ${rule}`;
      const expected = [
        ...report.errors.map(toRow),
        ...report.warnings.filter(({ rule }) => !rule.startsWith('reference_')).map(toRow),
      ].sort();
      const { findings, errorCount } = checkText('a.md', text);
      assert.deepEqual(findings.map(toRow).sort(), expected, JSON.stringify(text));
      assert.equal(errorCount, report.errorCount);
      found += expected.length;
    }
    assert.ok(found > TEXTS, `${found} findings are too few to compare`);
  });

  const readOutline = async (id: number): Promise<Outline> =>
    fromWorkingCopy(await world.author.call('standards.edit', { id })).outline;

  /** The colleague changes the standard. @returns what it is then */
  async function changeElsewhere(id: number, { foreign, way }: History): Promise<Outline> {
    const api = world.colleague;
    const view = await api.call('standards.edit', { id });
    const changed = inProse(applyEdits(fromWorkingCopy(view).outline, foreign, 'y'));
    if (way === 1) {
      const desk = world.colleagueDesk();
      await desk.spec(['clone', String(id), 'a.md']);
      desk.write('a.md', writeOutline(changed));
      const run = await desk.spec(['push', '--confirm-replace']);
      assert.equal(run.code, 0, run.err);
    } else {
      const addresses = new Map(changed.elements.map(({ element_id, address }) => [element_id, address]));
      await api.call('standards.workingCopy.save', {
        id,
        ...baseOf(view),
        elements: changed.elements.map((element) => ({
          ...presentElementBody(element),
          element_id: element.element_id,
        })),
        datasheetElements: changed.fields.map((field) =>
          fieldContent(field, addresses.get(field.element_id) ?? ''),
        ),
        confirmReplace: true,
      });
    }
    const after = fromWorkingCopy(await api.call('standards.workingCopy.get', { id })).outline;
    if (way === 2) await api.call('standards.publish', { id });
    return after;
  }

  const outcomes = { saved: 0, conflicts: 0 };

  async function play(history: History): Promise<void> {
    const outline = inProse(history.outline);
    const addresses = new Map(outline.elements.map(({ element_id, address }) => [element_id, address]));
    const id = await world.createStandard(
      toSaveBody({
        elements: outline.elements,
        fields: outline.fields.map((field) => fieldContent(field, addresses.get(field.element_id) ?? '')),
      }),
    );
    if (history.isPublished) await world.author.call('standards.publish', { id });
    const desk = world.desk();
    await desk.spec(['clone', String(id), 'a.md']);
    const base = await readOutline(id);
    const mine = inProse(applyEdits(base, history.own, 'x'));
    const theirs = await changeElsewhere(id, history);
    const written = writeOutline(mine);
    desk.write('a.md', written);

    const run = await desk.spec(['push', '--confirm-replace']);
    assert.ok(run.code === 0 || run.code === 2, run.err);
    const result = await readOutline(id);
    if (run.code === 0) {
      outcomes.saved += 1;
      assertMerged({ base, mine, theirs, result });
      assert.equal(desk.read('a.md'), writeOutline(result));
      return;
    }
    outcomes.conflicts += 1;
    assert.deepEqual(countTexts(result), countTexts(theirs));
    const text = desk.read('a.md');
    const known = countTexts(base);
    for (const side of [mine, theirs]) {
      for (const wrote of countTexts(side).keys())
        if (!known.has(wrote)) assert.ok(text.includes(wrote), `not in the conflict: ${wrote}\n${text}`);
    }
    assertKept(desk, written);
    assert.equal((await desk.spec(['push'])).code, 2);
    const settled = settle(text, history.keeps);
    desk.write('a.md', settled);
    const again = await desk.spec(['push', '--confirm-replace']);
    assert.equal(again.code, 0, again.err + settled);
    assert.equal(writeOutline(await readOutline(id)).trimEnd(), settled.trimEnd());
  }

  function assertKept(desk: Desk, written: string): void {
    const folder = join(desk.folder, '.spec/previous');
    assert.deepEqual(
      readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')),
      [written],
    );
  }

  it(`over ${HISTORIES} histories of clone, edit, foreign save and push no clause is lost or doubled`, async () => {
    for (const [at, history] of fc.sample(anyHistory, { numRuns: HISTORIES, seed: SEED }).entries()) {
      await play(history).catch((error: unknown) => {
        throw new Error(`history ${at}: ${JSON.stringify(history)}`, { cause: error });
      });
    }
    assert.ok(
      outcomes.saved > HISTORIES / 5 && outcomes.conflicts > HISTORIES / 10,
      JSON.stringify(outcomes),
    );
  });

  for (const [elements, fields] of [
    ['ada-2010-standards', 'ada-2010-dimensions'],
    ['uk-approved-document-k'],
  ] as const) {
    it(`${elements}: a clone has the text of the service, pushes nothing unchanged, and one edit as one change`, async () => {
      const document = loadCorpus(elements, fields);
      const id = await world.createStandard(toSaveBody(document));
      const { version } = await world.author.call('standards.workingCopy.get', { id });
      const desk = world.desk();
      await desk.spec(['clone', String(id), 'a.md']);
      assert.equal((await desk.spec(['check'])).code, 0);
      assert.equal((await desk.spec(['push'])).out, 'a.md: nothing to push.\n');
      const first = document.elements.findIndex(({ content }) => /^[A-Za-z ]{30}/.test(content));
      const words = document.elements[first]?.content.slice(0, 30) ?? '';
      desk.write('a.md', desk.read('a.md').replace(words, `${words}, as amended,`));
      assert.match((await desk.spec(['diff', '--json'])).out, /^\[\n {2}\{\n {4}"change": "changed"/);
      const run = await desk.spec(['push']);
      assert.equal(run.code, 0, run.err);
      const after = await world.author.call('standards.workingCopy.get', { id });
      assert.notEqual(after.version, version);
      assert.equal(
        after.elements.filter(({ editedBy }) => editedBy !== null).length,
        document.elements.length,
      );
      assert.equal(after.elements[first]?.content.includes('as amended'), true);
      assert.equal(
        after.elements.filter(({ content }, at) => content !== document.elements[at]?.content).length,
        1,
      );
    });
  }
});
