/** Laws of catalogues that the service writes: an import gives back the standard, and other programs can read them. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryOutline } from '../../../../shared/markup/arbitraries.fixture.ts';
import { writeCatalogue } from '../../../../shared/oscal/write-catalogue.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../shared/rest-client/json.ts';
import {
  hashOutlineContent,
  numberOutline,
  type OutlineContent,
  outlineContent,
} from '../../../../shared/revisioning/outline/content-hash.ts';
import { loadCorpus } from '../load-corpus.ts';
import { readDocument } from '../read-document.ts';

const numRuns = Number(process.env.LAW_RUNS ?? 200);
const head = {
  title: 'Doors',
  description: 'Of wood\nand steel',
  version: '1.0.0',
  lastModified: '2026-01-02T03:04:05.000Z',
  withheld: [],
};
const read = (catalogue: JsonObject) => readDocument({ file: Buffer.from(JSON.stringify(catalogue)) });
const sorted = (content: OutlineContent) => outlineContent(numberOutline(content));

function assertSame(content: OutlineContent): void {
  const { document, changes } = read(writeCatalogue(head, sorted(content)));
  assert.equal(hashOutlineContent(document), hashOutlineContent(content));
  assert.deepEqual([document.title, document.description, changes], [head.title, head.description, []]);
}

/** Every object at any depth. */
const objectsIn = (value: JsonValue): JsonObject[] =>
  Array.isArray(value)
    ? value.flatMap(objectsIn)
    : isJsonObject(value)
      ? [value, ...Object.values(value).flatMap(objectsIn)]
      : [];

describe('a catalogue in OSCAL', () => {
  it('gives back every generated standard', () => {
    fc.assert(fc.property(arbitraryOutline, assertSame), { numRuns });
  });

  for (const name of ['ada-2010-standards', 'sp800-53r5-low', 'uk-approved-document-k'])
    it(`gives back ${name}`, () => assertSame(loadCorpus(name)));

  it('has ids once, values in one line, and no empty list, as its schema asks', () => {
    fc.assert(
      fc.property(arbitraryOutline, (content) => {
        const objects = objectsIn(writeCatalogue(head, sorted(content)));
        const ids = objects.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
        assert.equal(new Set(ids).size, ids.length);
        for (const id of ids) assert.match(id, /^(\p{L}|_)(\p{L}|\p{N}|[.\-_])*$/u);
        for (const object of objects) {
          if (object.ns !== undefined) assert.match(String(object.value), /^\S(.*\S)?$/u);
          for (const member of Object.values(object))
            assert.ok(!Array.isArray(member) || member.length > 0, JSON.stringify(object));
        }
      }),
      { numRuns },
    );
  });

  it('is the same for the same standard, and has another id for another one', () => {
    const content = {
      elements: [{ address: '1', content: 'a', kind: 'clause', toc_content: '' }],
      fields: [],
    } as const;
    assert.deepEqual(writeCatalogue(head, content), writeCatalogue(head, content));
    const other = { ...content, elements: [{ ...content.elements[0], content: 'b' }] };
    const uuidOf = (of: OutlineContent) => objectsIn(writeCatalogue(head, of))[1]?.uuid;
    assert.notEqual(uuidOf(content), uuidOf(other));
    assert.match(String(uuidOf(content)), /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
  });

  it('names the clauses whose words are withheld', () => {
    const content = {
      elements: [{ address: '1', content: '', kind: 'clause', toc_content: 'Withheld clause' }],
      fields: [],
    } as const;
    const written = JSON.stringify(writeCatalogue({ ...head, withheld: ['1'] }, content));
    assert.match(written, /The words of these clauses are withheld: 1\./);
  });

  it('that another program has changed is read with the change; what it has added is reported, or read as OSCAL', () => {
    const content = sorted(loadCorpus('uk-approved-document-k'));
    const change = (edit: (control: JsonObject) => void) => {
      const catalogue = structuredClone(writeCatalogue(head, content));
      const control = objectsIn(catalogue).find(
        ({ params, groups, id }) => params === undefined && groups === undefined && id !== undefined,
      );
      assert.ok(control);
      edit(control);
      return read(catalogue);
    };
    const renamed = change((control) => Object.assign(control, { title: 'Renamed' }));
    assert.equal(renamed.document.elements.filter(({ toc_content }) => toc_content === 'Renamed').length, 1);
    const linked = change((control) => Object.assign(control, { links: [{ href: '#x' }] }));
    assert.deepEqual(
      linked.changes.map(({ rule }) => rule),
      ['left-out'],
    );
    const grown = change((control) => Object.assign(control, { controls: [{ id: 'new', title: 'New' }] }));
    assert.ok(grown.document.elements.some(({ toc_content }) => toc_content === 'New'));
  });
});
