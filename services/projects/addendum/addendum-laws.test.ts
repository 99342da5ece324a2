/**
 * Laws of an addendum, the list of what one revision of a project changes against another, over generated revisions.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { newHeader } from '../header/fields.ts';
import { presentHeader } from '../header/present.ts';
import { EMPTY_MANIFEST } from '../revisions/manifest.ts';
import {
  type CertifiedValue,
  type ComparedRevision,
  compareRevisions,
  type Entry,
} from './compare-revisions.ts';
import { sayEntry, sayValueChange } from './sentences.ts';

const text = fc.constantFrom('A', 'B', 'Doors and windows', '');
const anyValue = fc.record({
  id: fc.integer({ min: 1, max: 4 }),
  address: fc.constantFrom('1.1', '1.2'),
  label: text,
  unit: fc.constantFrom('MPa', null),
  user_value: fc.constantFrom('35', 40, ['Air', 'Fly ash'], null),
  disposition: fc.constantFrom('specified' as const, 'not_applicable' as const),
  disposition_note: fc.constantFrom(null, 'As tested'),
});
const someOf = <T>(row: fc.Arbitrary<T>, key: (one: T) => number) =>
  fc.uniqueArray(row, { selector: key, maxLength: 4 });
const id = fc.integer({ min: 1, max: 5 });

const anyRevision: fc.Arbitrary<ComparedRevision> = fc
  .record({
    header: fc.record({ name: text, summary: text, address_city: fc.constantFrom('Boston', null) }),
    sections: someOf(fc.record({ id, name: text, description: text, sort_order: id }), (one) => one.id),
    standards: someOf(
      fc.record({
        standard_id: id,
        name: text,
        description: text,
        standard_revision: fc.constantFrom({ id: 1, code: '1.0.0' }, { id: 2, code: '1.1.0' }),
        section_id: fc.constantFrom(null, 1, 2),
        archived: fc.boolean(),
      }),
      (one) => one.standard_id,
    ),
    sheets: someOf(
      fc.record({
        datasheet_id: id,
        name: text,
        scope: text,
        standard_id: id,
        values: someOf(anyValue, (value) => value.id),
      }),
      (one) => one.datasheet_id,
    ),
    files: someOf(fc.record({ file_id: id, name: text, sha256: text }), (one) => one.file_id),
  })
  .map(({ header, sections, standards, sheets, files }) => ({
    projectId: 1,
    header: presentHeader({ ...newHeader(header.name), ...header }, []),
    manifest: {
      ...EMPTY_MANIFEST,
      sections: sections.map((section) => ({ ...section, project_id: 1, parent_id: null })),
      standards: standards.map((standard) => ({ ...standard, library: null })),
      files,
    },
    sheets,
  }));

const NOTHING: ComparedRevision = {
  projectId: 1,
  header: presentHeader({ ...newHeader(''), address_country: '' }, []),
  manifest: EMPTY_MANIFEST,
  sheets: [],
};

interface Shown {
  members: Map<string, unknown>;
  values: Map<number, Omit<CertifiedValue, 'address' | 'label'>>;
  pin: number | null;
}

/** What a revision says, once these entries are carried out. */
function carryOut(entries: readonly Entry[], on = new Map<string, Shown>()): Map<string, Shown> {
  const shown = new Map(on);
  for (const { kind, id: own, change: how, members, values = [], to } of entries) {
    const key = `${kind} ${own}`;
    if (how === 'deleted') {
      shown.delete(key);
      continue;
    }
    const before = shown.get(key);
    const recorded = new Map(before?.values);
    for (const change of values) {
      if (!change.after) recorded.delete(change.before?.id ?? 0);
      // Where a clause stands and how a field is called follow from the amendment of the standard.
      else {
        const { address: _, label: __, ...record } = change.after;
        recorded.set(record.id, record);
      }
    }
    shown.set(key, {
      members: new Map([
        ...(before?.members ?? []),
        ...members.map(({ member, after }): [string, unknown] => [member, after]),
      ]),
      values: recorded,
      pin: to?.id ?? before?.pin ?? null,
    });
  }
  return shown;
}

/** Members that were never set are null, and pins of what is new are in the member `revision`. */
const normalise = (shown: Map<string, Shown>) =>
  [...shown]
    .map(([key, { members, values }]) => ({
      key,
      members: Object.fromEntries([...members].filter(([, value]) => value !== null && value !== '').sort()),
      values: [...values.values()].sort((one, other) => one.id - other.id),
    }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));

const all = (revision: ComparedRevision) => carryOut(compareRevisions(NOTHING, revision));

describe('laws of the addendum of a project', () => {
  it('carried out on the earlier revision it gives the later one, and the other way round (P18)', () => {
    fc.assert(
      fc.property(anyRevision, anyRevision, (before, after) => {
        assert.deepEqual(
          normalise(carryOut(compareRevisions(before, after), all(before))),
          normalise(all(after)),
        );
        assert.deepEqual(
          normalise(carryOut(compareRevisions(after, before), all(after))),
          normalise(all(before)),
        );
      }),
    );
  });

  it('equal revisions have none, and every entry and value has a sentence (P18)', () => {
    fc.assert(
      fc.property(anyRevision, anyRevision, (before, after) => {
        assert.deepEqual(compareRevisions(after, structuredClone(after)), []);
        for (const entry of compareRevisions(before, after)) {
          assert.match(sayEntry(entry), /^(Add|Remove|Amend) the /);
          for (const change of entry.values ?? [])
            assert.match(sayValueChange(change), /^In 1\.[12], .*(enter|omit|for) /);
        }
      }),
    );
  });
});
