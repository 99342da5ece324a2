/** Compares two revisions of a project: the entries of an addendum, as data without sentences. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { headerView } from '../../../shared/contracts/projects/shapes.ts';
import type { DRAFT_PARTS } from '../../../shared/contracts/projects/vocabulary.ts';
import type { certifiedValue } from '../../../shared/contracts/proofs.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { FieldValue } from '../../../shared/revisioning/outline/outline.ts';
import { headingPathOf } from '../export/section-rows.ts';
import { type Manifest, type RevisionPin, sortSections, sortStandards } from '../revisions/manifest.ts';

export type CertifiedValue = Infer<typeof certifiedValue>;

/** A revision as an addendum compares it. `sheets` has the active datasheets of the manifest. */
export interface ComparedRevision {
  projectId: number;
  header: Infer<typeof headerView>;
  manifest: Manifest;
  sheets: readonly ComparedSheet[];
}

export interface ComparedSheet {
  datasheet_id: number;
  name: string;
  scope: string;
  standard_id: number;
  values: readonly CertifiedValue[];
}

export interface MemberChange {
  member: string;
  before: FieldValue;
  after: FieldValue;
  /** How a sentence shows both, where they are ids. */
  words?: { before: FieldValue; after: FieldValue };
}

export interface ValueChange {
  before: CertifiedValue | null;
  after: CertifiedValue | null;
}

export type Kind = (typeof DRAFT_PARTS)[number];

export interface Entry {
  kind: Kind;
  id: number;
  name: string;
  change: 'added' | 'deleted' | 'changed';
  members: MemberChange[];
  /** The changed values of a datasheet that is not deleted. */
  values?: ValueChange[];
  /** The pins of a standard that is in both revisions. */
  from?: RevisionPin;
  to?: RevisionPin;
}

type Members = Readonly<Record<string, FieldValue>>;

/** One thing of a revision, by what an addendum says of it. */
interface Part {
  id: number;
  name: string;
  members: Members;
  /** What a sentence shows for a member that is an id. */
  words?: Members;
  values?: readonly CertifiedValue[];
  pin?: RevisionPin;
}

/**
 * The entries from one revision to another, in document order: the header, sections, standards, datasheets, files. Of each
 * kind first what is deleted. Archived standards and datasheets are in neither.
 */
export function compareRevisions(before: ComparedRevision, after: ComparedRevision): Entry[] {
  return [
    ...compareParts('header', [describeProject(before)], [describeProject(after)]),
    ...compareParts('section', describeSections(before), describeSections(after)),
    ...compareParts('standard', describeStandards(before), describeStandards(after)),
    ...compareParts('datasheet', describeSheets(before), describeSheets(after)),
    ...compareParts('file', describeFiles(before), describeFiles(after)),
  ];
}

function compareParts(kind: Kind, before: readonly Part[], after: readonly Part[]): Entry[] {
  const olds = new Map(before.map((part) => [part.id, part]));
  const kept = new Set(after.map(({ id }) => id));
  const deleted = before
    .filter(({ id }) => !kept.has(id))
    .map(({ id, name }): Entry => ({ kind, id, name, change: 'deleted', members: [] }));
  return [...deleted, ...after.flatMap((part) => comparePart(kind, olds.get(part.id), part))];
}

function comparePart(kind: Kind, before: Part | undefined, after: Part): Entry[] {
  const { id, name, values, pin } = after;
  const own = { kind, id, name };
  const changes = changedMembers(before, after);
  const valueChanges = values && changedValues(before?.values ?? [], values);
  const withValues = valueChanges ? { values: valueChanges } : {};
  if (!before) return [{ ...own, change: 'added', members: changes, ...withValues }];
  const isSame = changes.length === 0 && !valueChanges?.length && before.pin?.id === pin?.id;
  if (isSame) return [];
  const pins = before.pin && pin ? { from: before.pin, to: pin } : {};
  return [{ ...own, change: 'changed', members: changes, ...withValues, ...pins }];
}

const changedMembers = (before: Part | undefined, after: Part): MemberChange[] =>
  Object.entries(after.members)
    .map(([member, value]): MemberChange => {
      const words = after.words?.[member];
      return {
        member,
        before: before?.members[member] ?? null,
        after: value,
        ...(words === undefined ? {} : { words: { before: before?.words?.[member] ?? null, after: words } }),
      };
    })
    .filter((change) => !isDeepStrictEqual(change.before, change.after));

/** The values that differ, in the order of the later revision; then those that are not recorded any more. */
function changedValues(before: readonly CertifiedValue[], after: readonly CertifiedValue[]): ValueChange[] {
  const olds = new Map(before.filter(saysSomething).map((value) => [value.id, value]));
  const news = after.filter(saysSomething);
  const kept = new Set(news.map(({ id }) => id));
  const changed = news
    .map((value): ValueChange => ({ before: olds.get(value.id) ?? null, after: value }))
    .filter(({ before: old, after: now }) => !old || !now || !isSameRecord(old, now));
  const omitted = [...olds.values()].filter(({ id }) => !kept.has(id));
  return [...changed, ...omitted.map((value) => ({ before: value, after: null }))];
}

/** False for a field that nobody has filled in. */
const saysSomething = ({ user_value, disposition, disposition_note }: CertifiedValue): boolean =>
  user_value !== null || disposition !== 'specified' || disposition_note !== null;

/** Where the clause stands and how the field is called is the matter of the standard. */
const isSameRecord = (before: CertifiedValue, after: CertifiedValue): boolean =>
  isDeepStrictEqual(before.user_value, after.user_value) &&
  before.unit === after.unit &&
  before.disposition === after.disposition &&
  before.disposition_note === after.disposition_note;

function describeProject({ projectId, header }: ComparedRevision): Part {
  const { owner, engineer, prime_contractor, sub_contractors } = header.stakeholders;
  const contact = (person: { email: string; name: string | null } | null): string | null =>
    person && (person.name === null ? person.email : `${person.name} <${person.email}>`);
  return {
    id: projectId,
    name: header.name,
    members: {
      name: header.name,
      summary: header.summary,
      address_street: header.address_street,
      address_city: header.address_city,
      address_state: header.address_state,
      address_postal_code: header.address_postal_code,
      address_country: header.address_country,
      longitude: header.longitude,
      latitude: header.latitude,
      vertical: header.vertical,
      status: header.status,
      owner: owner.company?.name ?? null,
      owner_contact: contact(header.owner_contact),
      engineer: engineer.company?.name ?? null,
      engineer_contact: contact(header.engineer_contact),
      prime_contractor: prime_contractor.company?.name ?? null,
      sub_contractors: sub_contractors.map(({ name }) => name),
    },
  };
}

const describeSections = ({ manifest: { sections } }: ComparedRevision): Part[] =>
  sortSections(sections).map(({ id, name, description, parent_id, sort_order }) => ({
    id,
    name,
    members: { name, description, parent_id, sort_order },
    words: { parent_id: headingPathOf(sections, parent_id).join(' / ') || null },
  }));

const describeStandards = ({ manifest }: ComparedRevision): Part[] =>
  sortStandards(manifest)
    .filter(({ archived }) => !archived)
    .map(({ standard_id, name, description, section_id, standard_revision }) => ({
      id: standard_id,
      name,
      pin: standard_revision,
      members: {
        name,
        description,
        section_id,
        revision: standard_revision.code,
      },
      words: { section_id: headingPathOf(manifest.sections, section_id).join(' / ') || null },
    }));

function describeSheets({ manifest: { standards }, sheets }: ComparedRevision): Part[] {
  const names = new Map(standards.map(({ standard_id, name }) => [standard_id, name]));
  return sheets.map(({ datasheet_id, name, scope, standard_id, values }) => ({
    id: datasheet_id,
    name,
    values,
    members: { name, scope, standard_id },
    words: { standard_id: names.get(standard_id) ?? null },
  }));
}

const describeFiles = ({ manifest: { files } }: ComparedRevision): Part[] =>
  files.map(({ file_id, name, sha256 }) => ({ id: file_id, name, members: { name, sha256 } }));
