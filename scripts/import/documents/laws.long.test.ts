/** Laws of an import: the result is valid, no text is lost, the order is kept, the markup gives it back. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { parseMarkup } from '../../../shared/markup/parse.ts';
import { serialiseMarkup } from '../../../shared/markup/serialise.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/rest-client/json.ts';
import { compareAddresses } from '../../../shared/revisioning/outline/address.ts';
import { hashOutlineContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { findOutlineProblems } from '../../../shared/revisioning/outline/outline-rules.ts';
import { loadCorpus } from './load-corpus.ts';
import { type ReadDocument, readDocument } from './read-document.ts';
import { comparableText, corpusSource, oscalSource } from './sources.fixture.ts';

const numRuns = Number(process.env.LAW_RUNS ?? 300);
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

/** Everything that an outline and the report say. */
function textOf({ document, changes }: ReadDocument): string {
  const fields = document.fields.flatMap(
    ({ label, options, default_value, unit, constraint, input_type }) => [
      label,
      ...options,
      ...[default_value].flat().map(String),
      unit ?? '',
      constraint ?? '',
      input_type,
    ],
  );
  const reported = changes.flatMap(({ from }) => from ?? []);
  const elements = document.elements.flatMap((one) => [
    one.address,
    one.label ?? '',
    one.toc_content,
    one.content,
  ]);
  return comparableText(
    [document.title, document.description, ...elements, ...fields, ...reported].join('\n'),
  );
}

function assertValid({ document }: ReadDocument): void {
  assert.deepEqual(findOutlineProblems(document), []);
  const parsed = parseMarkup(serialiseMarkup(document));
  assert.deepEqual(parsed.errors, []);
  assert.equal(hashOutlineContent(parsed), hashOutlineContent(document), 'the markup gives it back');
}

const isInOrder = (addresses: readonly string[]): boolean =>
  addresses
    .filter((address) => /^\d/.test(address))
    .every((address, index, all) => index === 0 || compareAddresses(all[index - 1] ?? '', address) <= 0);

/** The texts under the given names, in order. */
function textsUnder(names: readonly string[], value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsUnder(names, item));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const texts = [member].flat().filter((item) => typeof item === 'string');
    return names.includes(name) && texts.length > 0 ? texts : textsUnder(names, member);
  });
}

/** Members whose text an import reads as a word of OSCAL, or as an identifier that only machines read. */
const WORDS = ['id', 'uuid', 'ns', 'name', 'rel', 'how-many'];

/** A copy of a catalogue with a mark of its own in every text, and the place of each mark. */
function markTexts(catalogue: JsonValue): { marked: JsonValue; marks: Map<string, string> } {
  const marks = new Map<string, string>();
  const mark = (value: JsonValue, place: string): JsonValue => {
    if (Array.isArray(value)) return value.map((item, index) => mark(item, `${place}[${index}]`));
    if (isJsonObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          name,
          isWord(value, name) ? member : mark(member, `${place}.${name}`),
        ]),
      );
    if (typeof value !== 'string') return value;
    const added = `mark${marks.size}x`;
    marks.set(added, place);
    return `${value} ${added}`;
  };
  return { marked: mark(catalogue, ''), marks };
}

/** Whether a text of an object is read as a word: also a link within the catalogue, and a label or status. */
const isWord = (owner: JsonObject, name: string): boolean =>
  WORDS.includes(name) ||
  (name === 'href' && String(owner.href).startsWith('#')) ||
  (name === 'value' && typeof owner.name === 'string');

describe('laws of documents in JSON', () => {
  it('the result is valid, and its markup gives it back', () => {
    fc.assert(
      fc.property(corpusSource, (source) => assertValid(readDocument({ file: bytes(source) }))),
      { numRuns },
    );
  });

  it('every text of an element is in the outline, in the order of the source', () => {
    fc.assert(
      fc.property(corpusSource, ({ elements }) => {
        // A parent that comes after its child is put before it.
        fc.pre(isInOrder(elements.map(({ address }) => address)));
        const numbered = elements.map((element, index) => ({
          ...element,
          content: `${element.content} [${index}]`,
        }));
        const { document } = readDocument({ file: bytes({ elements: numbered }) });
        const written = document.elements.filter(({ content }) => content !== '');
        assert.deepEqual(
          written.map(({ content }) => comparableText(content)),
          numbered.map(({ content }) => comparableText(content)),
        );
        for (const [index, { toc_content }] of written.entries())
          assert.ok(comparableText(toc_content).endsWith(comparableText(numbered[index]?.heading ?? '')));
      }),
      { numRuns },
    );
  });

  it('every text of a field is in the outline or in the report', () => {
    fc.assert(
      fc.property(corpusSource, (source) => {
        const text = textOf(readDocument({ file: bytes(source) }));
        for (const { element_address: _, ...field } of source.fields)
          for (const value of Object.values(field).flat())
            assert.ok(text.includes(comparableText(String(value))), String(value));
      }),
      { numRuns },
    );
  });
});

describe('laws of OSCAL catalogues', () => {
  it('the result is valid, and its markup gives it back', () => {
    fc.assert(
      fc.property(oscalSource, (source) => assertValid(readDocument({ file: bytes(source) }))),
      { numRuns },
    );
  });

  it('every text is in the outline or in the report', () => {
    fc.assert(
      fc.property(oscalSource, (source) => {
        const { marked, marks } = markTexts(JSON.parse(JSON.stringify(source)));
        const text = textOf(readDocument({ file: bytes(marked) }));
        for (const [mark, place] of marks) assert.ok(text.includes(mark), `${place} is lost`);
      }),
      { numRuns },
    );
  });

  it('every label is in the outline or in the report', () => {
    fc.assert(
      fc.property(oscalSource, (source) => {
        const text = textOf(readDocument({ file: bytes(source) }));
        for (const one of textsUnder(['value'], JSON.parse(JSON.stringify(source))))
          assert.ok(text.includes(comparableText(one)), one);
      }),
      { numRuns },
    );
  });

  it('the statements of controls stay in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }), (levels) => {
        const file = bytes(statementOf(levels));
        const { document } = readDocument({ file });
        const texts = document.elements.flatMap(({ content }) => (content === '' ? [] : content));
        assert.deepEqual(
          texts,
          levels.map((_, index) => `item ${index}`),
        );
      }),
      { numRuns },
    );
  });
});

/** A control whose statement has an item for each level. */
function statementOf(levels: readonly number[]): object {
  interface Item {
    name: string;
    prose?: string;
    parts: Item[];
  }
  const statement: Item = { name: 'statement', parts: [] };
  const path: Item[] = [statement];
  for (const [index, level] of levels.entries()) {
    path.length = Math.min(level, path.length - 1) + 1;
    const item: Item = { name: 'item', prose: `item ${index}`, parts: [] };
    path.at(-1)?.parts.push(item);
    path.push(item);
  }
  return { catalog: { metadata: { title: 'A' }, controls: [{ id: 'c', title: 'C', parts: [statement] }] } };
}

describe('real documents', () => {
  for (const [elements, fields] of [
    ['ada-2010-standards', 'ada-2010-dimensions'],
    ['sp800-53r5-low', 'sp800-53r5-low'],
    ['sp800-53r5-moderate', 'sp800-53r5-moderate'],
    ['uk-approved-document-e', 'openepd-concrete'],
    ['uk-approved-document-k', 'openepd-mechanical'],
    ['uk-approved-document-m-vol-2', 'openepd-steel'],
  ] as const)
    it(`${elements} with ${fields}: the markup gives it back`, () => {
      const document = loadCorpus(elements, fields);
      const file = Buffer.from(serialiseMarkup(document));
      assert.equal(hashOutlineContent(readDocument({ file }).document), hashOutlineContent(document));
    });
});
