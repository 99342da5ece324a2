/**
 * Generator of signed exports: histories of one project, each revision with generated content, issued by the
 * functions that publish uses. In some, headings are withheld, some show a part of their datasheets, and the key
 * changes on the way.
 */
import fc from 'fast-check';
import type { projectExportEndpoints } from '../../../shared/contracts/projects/export.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import {
  computeTreeHead,
  hashLeaves,
  hashWording,
  type InclusionPath,
  proveInclusion,
} from '../../../shared/proof-tree.ts';
import { toCanonicalJson } from '../../../shared/revisioning/outline/canonical-json.ts';
import { generateKeyPair } from '../certificates/dsse-envelope.ts';
import {
  anyHash,
  anyId,
  anyStandards,
  anyText,
  anyValues,
} from '../certificates/generated-standards.fixture.ts';
import { issueCertificate } from '../certificates/issue-certificate.ts';
import type {
  CertifiedDatasheet,
  ExportDatasheet,
  RevisionContent,
  StandardFingerprint,
} from '../certificates/revision-content.ts';
import { certifyRows, findNearestHeading, presentRows, type SectionRow } from './section-rows.ts';

/** The members of an export that are signed with it. */
export type ExportFile = Infer<(typeof projectExportEndpoints)['projects.export']['returns']>;

/** Two keys, as if rotated: what either signed verifies. */
const PAIRS = [generateKeyPair(), generateKeyPair()] as const;

/** The keys of all generated exports, as `GET /api/certificates/keys` lists them. */
export const GENERATED_KEYS = {
  keys: PAIRS.map(({ keyid, public_pem }) => ({
    keyid,
    pem: public_pem,
    not_after: '2099-01-01T00:00:00.000Z',
  })),
};

/** A datasheet with its values, whose sections follow from the rows. */
type GeneratedSheet = Omit<ExportDatasheet, 'values' | 'template'> & {
  proof_seed: string;
  values: Omit<ExportDatasheet['values'][number], 'section'>[];
};

/** The datasheets of these standards. */
const sheetsOf = (standards: readonly StandardFingerprint[]): fc.Arbitrary<GeneratedSheet[]> =>
  standards.length === 0
    ? fc.constant([])
    : fc.uniqueArray(
        fc
          .tuple(
            fc.constantFrom(...standards),
            fc.record({
              id: anyId,
              name: anyText,
              scope: anyText,
              revision: fc.record({ id: anyId, code: fc.constant('1.0.0') }),
              section: fc.option(fc.record({ id: anyId, heading_path: fc.array(anyText, { maxLength: 2 }) })),
              values: anyValues,
              proof_seed: anyHash,
            }),
          )
          .map(([{ standard_id, name, standard_revision, content_hash }, sheet]) => ({
            ...sheet,
            standard: { id: standard_id, name },
            standard_revision: { ...standard_revision, fingerprint: content_hash },
          })),
        { maxLength: 4, selector: ({ id }) => id },
      );

/** A row of the document tree; `above` chooses its parent among the rows before it. */
const anySection = fc.record({
  heading: anyText,
  text: anyText,
  label: fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }), { nil: undefined }),
  above: fc.nat(3),
  /** The secret salt of a clause. */
  salt: fc.option(anyHash),
  section_id: fc.option(anyId),
  standard_id: fc.option(anyId),
  address: fc.option(fc.constantFrom('1', '2', '10.3')),
});

const anyHeader: fc.Arbitrary<Omit<RevisionContent['project'], 'id'>> = fc
  .record({ name: anyText, summary: anyText, city: fc.option(anyText) })
  .map(({ name, summary, city }) => ({
    name,
    summary,
    address_street: null,
    address_city: city,
    address_state: null,
    address_postal_code: null,
    address_country: 'USA',
    longitude: null,
    latitude: null,
    vertical_id: null,
    vertical: null,
    status_id: null,
    status: null,
    owner_company_id: 501,
    owner_company_name: 'Arch & Co',
    engineer_id: null,
    prime_contractor_id: null,
    sub_contractors: [],
    owner_contact: null,
    engineer_contact: null,
    stakeholders: {
      owner: { company: { id: 501, name: 'Arch & Co' }, claim: 'unconfirmed' },
      engineer: { company: null, claim: null },
      prime_contractor: { company: null, claim: null },
      sub_contractors: [],
    },
  }));

const anyRevision = anyStandards.chain((standards) =>
  fc.record({
    header: anyHeader,
    name: anyText,
    seed: anyHash,
    sections: fc.array(anySection, { maxLength: 3 }),
    standards: fc.constant(standards),
    datasheets: sheetsOf(standards),
    files: fc.array(fc.record({ file_id: anyId, name: anyText, sha256: anyHash }), { maxLength: 2 }),
    /** Whether a datasheet, and the words of a clause, are shown, by its place. */
    shows: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    isVerbose: fc.boolean(),
    key: fc.constantFrom(...PAIRS),
  }),
);
type GeneratedRevision = typeof anyRevision extends fc.Arbitrary<infer R> ? R : never;

/** Up to four published revisions of a project, as their exports in order. */
export const historyOf = (projectId: number): fc.Arbitrary<ExportFile[]> =>
  fc.array(anyRevision, { minLength: 1, maxLength: 4 }).map((revisions) => {
    const files: ExportFile[] = [];
    let previous: string | null = null;
    for (const [index, revision] of revisions.entries()) {
      const { file, certificateHash } = issueExport(projectId, index + 1, revision, previous);
      files.push(file);
      previous = certificateHash;
    }
    return files;
  });

function issueExport(
  projectId: number,
  code: number,
  generated: GeneratedRevision,
  previous: string | null,
): { file: ExportFile; certificateHash: string } {
  const { shows, isVerbose, sections, seed, datasheets } = generated;
  const rows = sections.map((section, place): SectionRow => {
    const { heading, text, label, above, salt, ...own } = section;
    const words = { heading, text, ...(salt === null ? {} : { label }) };
    const clause =
      salt === null
        ? null
        : { hash: hashWording(salt, { content: text, toc_content: heading, label }), salt };
    return { ...own, parent: above < place ? above : null, ...words, clause };
  });
  const content = contentOf(projectId, code, generated, certifyRows(rows, seed));
  const { keyid, ...pair } = generated.key;
  const issuedAt = new Date(Date.UTC(2026, 0, code));
  const { record, content_sha256 } = issueCertificate(content, { _id: keyid, ...pair }, previous, issuedAt);
  const templates = new Map(content.standards.map(({ standard_id, template }) => [standard_id, template]));
  const shownRows = rows.map(
    (row, place): SectionRow =>
      row.clause && !shows[place]
        ? {
            ...row,
            heading: 'Withheld clause',
            text: '',
            label: undefined,
            clause: { ...row.clause, salt: null },
          }
        : row,
  );
  const file: ExportFile = {
    project: content.project,
    revision: { ...content.revision, content_hash: content_sha256 },
    sections: presentRows(shownRows, seed),
    datasheets: datasheets
      .filter((_, at) => shows[at])
      .map(({ values, ...sheet }) => {
        const { id } = sheet.standard;
        const addresses = new Set(
          rows.flatMap(({ standard_id, address }) =>
            standard_id === id && address !== null ? [address] : [],
          ),
        );
        const placed = values.map((value) => ({
          ...value,
          section: findNearestHeading(value.address, addresses),
        }));
        return { ...sheet, values: placed, ...(isVerbose ? { template: templates.get(id) ?? [] } : {}) };
      }),
    certificate: JSON.parse(record.certificate),
    signature: record.signature,
    content: toCanonicalJson(content),
  };
  return { file, certificateHash: record.certificate_sha256 };
}

/** The parts of the tree of a datasheet: its record and its values. */
function partsOfSheet({
  id,
  scope,
  revision,
  standard,
  standard_revision,
  values,
}: GeneratedSheet): object[] {
  const record = {
    datasheet_id: id,
    revision_id: revision.id,
    code: revision.code,
    scope,
    standard_id: standard.id,
    standard_revision_id: standard_revision.id,
  };
  return [{ part: 'record', record }, ...values.map((value) => ({ part: 'value', value }))];
}

/**
 * The proof of a part of a datasheet that an export shows, in the tree of the datasheet.
 * @param index 0 for its record, from 1 for its values
 */
export function proveShownPart(
  { values, proof_seed = '', ...sheet }: ExportDatasheet,
  index: number,
): InclusionPath & { leaf: object } {
  const plain = values.map(({ section: _, ...value }) => value);
  const parts = partsOfSheet({ ...sheet, proof_seed, values: plain });
  return { leaf: parts[index] ?? {}, ...proveInclusion(proof_seed, parts.map(toCanonicalJson), index) };
}

/** The certificate and signature of any content, with a key of the generated exports. */
export function signContent(content: RevisionContent): { certificate: object; signature: object } {
  const [{ keyid, ...pair }] = PAIRS;
  const { record } = issueCertificate(content, { _id: keyid, ...pair }, null, new Date(Date.UTC(2026, 0, 1)));
  return { certificate: JSON.parse(record.certificate), signature: record.signature };
}

function contentOf(
  projectId: number,
  code: number,
  { header, name, seed, standards, datasheets, files }: GeneratedRevision,
  sections: RevisionContent['sections'],
): RevisionContent {
  const person = { userId: 1, displayName: 'Ada' };
  return {
    schema_version: 2,
    proof_seed: seed,
    project: { id: projectId, ...header },
    revision: {
      id: projectId * 10 + code,
      code: String(code),
      is_draft: false,
      name,
      description: '',
      revision_type: 'other',
      created_at: '2025-12-31T00:00:00.000Z',
      created_by: person,
      published_at: new Date(Date.UTC(2026, 0, code)).toISOString(),
      published_by: person,
    },
    sections,
    standards,
    datasheets: datasheets.map((sheet) => {
      const { scope: _, values: __, proof_seed, ...place } = sheet;
      const texts = partsOfSheet(sheet).map(toCanonicalJson);
      const row: CertifiedDatasheet = { ...place, tree: computeTreeHead(hashLeaves(proof_seed, texts)) };
      // `issueCertificate` takes them in canonical order.
      return JSON.parse(toCanonicalJson(row));
    }),
    files,
  };
}
