/**
 * Tests of the tracked changes of Word files, read back: all accepted is the new document, all rejected the old one.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { compareDocuments } from './compare-documents.ts';
import { type Counting, ReadDocx, type ReadParagraph } from './docx/read-docx.fixture.ts';
import { writeDocx } from './docx/write-docx.ts';
import type { PrintedDocument } from './printed-document.ts';
import { printedStandard } from './standards.fixture.ts';

type Elements = Parameters<typeof printedStandard>[0];

/** The clauses as Word shows them, without their bookmarks and what stands before the first. */
function clausesIn(paragraphs: readonly ReadParagraph[]): string[] {
  const from = paragraphs.findIndex(({ number, style }) => number !== null || style.startsWith('Part'));
  return from < 0
    ? []
    : paragraphs.slice(from).map(({ style, number, text }) => `${style}|${number}|${text}`);
}

async function assertReadsAsBoth(before: PrintedDocument, now: PrintedDocument): Promise<ReadDocx> {
  const compared = new ReadDocx(await writeDocx(compareDocuments(before, now)));
  const [old, current] = await Promise.all(
    [before, now].map(async (one) => new ReadDocx(await writeDocx(one))),
  );
  for (const counting of ['by list', 'by definition', 'by definition, own level'] satisfies Counting[]) {
    assert.deepEqual(
      clausesIn(compared.paragraphs(counting, 'accepted')),
      clausesIn(current?.paragraphs(counting) ?? []),
      `accepted, ${counting}`,
    );
    assert.deepEqual(
      clausesIn(compared.paragraphs(counting, 'rejected')),
      clausesIn(old?.paragraphs(counting) ?? []),
      `rejected, ${counting}`,
    );
  }
  return compared;
}

/** A document of these elements, whose identities are given. */
function standardOf(elements: readonly (Elements[number] & { id: number })[]): PrintedDocument {
  const printed = printedStandard(elements);
  return {
    ...printed,
    parts: printed.parts.map((part) => ({
      ...part,
      elements: part.elements.map((element, index) => ({ ...element, id: elements[index]?.id ?? 0 })),
    })),
  };
}

const anyText = fc.constantFrom(
  '',
  'Doors open.',
  'Doors open outwards.',
  'Use **steel** bolts.',
  'First.\n\nSecond.',
  'First.\n\n- one\n- two',
  '- one\n- three',
  '| A | B |\n|---|---|\n| 1 | 2 |',
  'Before:\n\n| A |\n|---|\n| 3 |\n\nAfter.',
);
const anyElements = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 8 }),
      address: fc.constantFrom('1', '1.1', '1.2', '1.2.1', '1.4', '2', '2.1', '3', '3.1', '3.1.1'),
      kind: fc.constantFrom('section' as const, 'clause' as const, 'note' as const),
      toc_content: fc.constantFrom('', 'Doors', 'Doors and gates'),
      content: anyText,
    }),
    { selector: ({ address }) => address, maxLength: 8 },
  )
  .map((list) =>
    [...new Map(list.map((one) => [one.id, one])).values()].sort((a, b) => (a.address < b.address ? -1 : 1)),
  );

const anyParts = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('section 1', 'standard 1', 'standard 2'),
    level: fc.constantFrom(0, 1),
    title: fc.constantFrom('Doors', 'Gates'),
    lines: fc.constantFrom([], ['Revision 1.0.0'], ['Revision 1.1.0'], ['Revision 1.1.0', 'Of steel.']),
    elements: anyElements,
  }),
  { selector: ({ id }) => id, maxLength: 3 },
);

/** The manual of a project with these parts. */
const manualOf = (parts: typeof anyParts extends fc.Arbitrary<infer Parts> ? Parts : never) => ({
  ...printedStandard([]),
  parts: parts.map(({ elements, lines, ...part }) => ({
    ...part,
    lines: lines.map((text) => ({ runs: [{ text }] })),
    elements: part.id === 'section 1' ? [] : (standardOf(elements).parts[0]?.elements ?? []),
  })),
});

describe('changes of a project in a Word file', () => {
  it('all accepted are its new sections, standards and clauses, all rejected the old ones', async () => {
    await fc.assert(
      fc.asyncProperty(anyParts, anyParts, async (old, now) => {
        await assertReadsAsBoth(manualOf(old), manualOf(now));
      }),
      { numRuns: Number(process.env.LAW_RUNS ?? 10) },
    );
  });
});

describe('changes of a standard in a Word file', () => {
  it('all accepted are the new clauses, all rejected the old ones', async () => {
    const numRuns = Number(process.env.LAW_RUNS ?? 30);
    await fc.assert(
      fc.asyncProperty(anyElements, anyElements, async (old, now) => {
        await assertReadsAsBoth(standardOf(old), standardOf(now));
      }),
      { numRuns },
    );
  });

  it('mark the words that changed, and no others', async () => {
    const before = standardOf([{ id: 1, address: '1', content: 'Doors are 150 mm thick.' }]);
    const now = standardOf([{ id: 1, address: '1', content: 'Doors are 200 mm thick.' }]);
    const xml = (await assertReadsAsBoth(before, now)).text('word/document.xml');
    assert.match(xml, /<w:del [^>]*>.*?<w:delText[^>]*>150<\/w:delText>.*?<\/w:del>/);
    assert.match(xml, /<w:ins [^>]*>.*?<w:t[^>]*>200<\/w:t>.*?<\/w:ins>/);
    assert.doesNotMatch(xml, /<w:(?:delText|t)[^>]*>[^<]*Doors are 150 mm thick/);
  });

  it('have no words of a clause that is withheld in either', async () => {
    const before = standardOf([{ id: 1, address: '1', toc_content: 'Secret', content: 'Secret words.' }]);
    const held = standardOf([{ id: 1, address: '1', toc_content: 'Withheld clause' }]);
    const now = {
      ...held,
      parts: held.parts.map((part) => ({
        ...part,
        elements: part.elements.map((element) => ({ ...element, isWithheld: true })),
      })),
    };
    for (const [one, other] of [
      [before, now],
      [now, before],
    ] as const)
      assert.doesNotMatch(JSON.stringify(compareDocuments(one, other)), /Secret/);
  });
});
