/**
 * Generator of signed exports: histories of one project, each revision with generated content, issued by the
 * functions that publish uses. Some are older than proofs or than the chain, some have withheld text, some
 * show a part of their datasheets, and the key changes on the way.
 */
import fc from 'fast-check';
import type { projectExportEndpoints } from '../../../shared/contracts/projects/export.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { sha256 } from '../../../shared/hash.ts';
import { toCanonicalJson } from '../../../shared/revisioning/canonical-json.ts';
import { generateKeyPair, signEnvelope } from './dsse-envelope.ts';
import { issueCertificate } from './issue-certificate.ts';
import type {
  ExportDatasheet,
  RevisionContent,
  SealedSection,
  StandardFingerprint,
} from './revision-content.ts';

/** The members of an export that are signed with it; an old certificate lacks some of its own. */
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

/** Shown by now, but withheld when it was signed: a verifier says that no certificate covers it. */
export const UNCERTIFIED_TEXT = 'Released since';

/** Text as it may be stored, with what JSON escapes. */
const anyText = fc.string({ unit: 'binary', maxLength: 12 });
const anyHash = anyText.map((text) => sha256(text));
const anyId = fc.integer({ min: 1, max: 10_000 });
const anyValue = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  anyText,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(anyText, { maxLength: 3 }),
);

const anyField = fc.record({
  id: anyId,
  address: fc.constantFrom('1', '2.1', '10.3.2'),
  label: anyText,
  unit: fc.option(anyText),
});
const anyTemplate: fc.Arbitrary<StandardFingerprint['template']> = fc.array(
  fc
    .tuple(
      anyField,
      fc.record({
        input_type: fc.constantFrom('text' as const, 'range' as const),
        options: fc.array(anyText, { maxLength: 2 }),
        default_value: anyValue,
        starting_disposition: fc.constantFrom(null, 'per_drawings' as const),
      }),
    )
    .map(([field, more]) => ({ ...field, ...more })),
  { maxLength: 3 },
);
const anyValues: fc.Arbitrary<ExportDatasheet['values']> = fc.array(
  fc
    .tuple(
      anyField,
      fc.record({
        section: fc.option(fc.constant('2')),
        user_value: anyValue,
        disposition: fc.constantFrom('specified' as const, 'tbd' as const),
        disposition_note: fc.option(anyText),
      }),
    )
    .map(([field, more]) => ({ ...field, ...more })),
  { maxLength: 4 },
);

const anyStandards: fc.Arbitrary<StandardFingerprint[]> = fc.uniqueArray(
  fc.record({
    standard_id: anyId,
    name: anyText,
    standard_revision: fc.record({ id: anyId, code: fc.constantFrom('1.0.0', '2.1.0') }),
    content_hash: anyHash,
    clauses: fc.record({ size: anyId, root_sha256: anyHash }),
    template: anyTemplate,
  }),
  { maxLength: 3, selector: ({ standard_id }) => standard_id },
);

/** The datasheets of these standards. */
const sheetsOf = (standards: readonly StandardFingerprint[]): fc.Arbitrary<ExportDatasheet[]> =>
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
            }),
          )
          .map(([{ standard_id, name, standard_revision, content_hash }, sheet]) => ({
            ...sheet,
            standard: { id: standard_id, name },
            standard_revision: { ...standard_revision, fingerprint: content_hash },
          })),
        { maxLength: 4, selector: ({ id }) => id },
      );

/** A section with its text; null: withheld when it was signed. */
const anySection = fc.record({
  heading_path: fc.array(anyText, { minLength: 1, maxLength: 3 }),
  text: fc.option(anyText),
  section_id: fc.option(anyId),
  standard_id: fc.option(anyId),
  address: fc.option(fc.constant('1')),
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
    age: fc.constantFrom(
      'new' as const,
      'new' as const,
      'before proofs' as const,
      'before the chain' as const,
    ),
    /** Whether a datasheet, and the text of a section, is shown, by its place. */
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
  const content = contentOf(projectId, code, generated);
  const { keyid, ...pair } = generated.key;
  const signing = { _id: keyid, ...pair };
  const issuedAt = new Date(Date.UTC(2026, 0, code));
  const { record, content_sha256 } = issueCertificate(content, signing, previous, issuedAt);
  const certificate: NonNullable<ExportFile['certificate']> = JSON.parse(record.certificate);
  if (generated.age === 'before the chain')
    Object.assign(certificate, { previous_certificate_sha256: undefined });
  const text = toCanonicalJson(certificate);
  const { shows, isVerbose } = generated;
  const templates = new Map(content.standards.map(({ standard_id, template }) => [standard_id, template]));
  const file: ExportFile = {
    project: content.project,
    revision: { ...content.revision, content_hash: content_sha256 },
    sections: generated.sections.map(({ text: statement, ...place }, at) =>
      shows[at]
        ? { ...place, scope_statement: statement ?? UNCERTIFIED_TEXT }
        : { ...place, scope_statement: '', withheld: true },
    ),
    datasheets: content.datasheets
      .filter((_, at) => shows[at])
      .map((sheet) => (isVerbose ? { ...sheet, template: templates.get(sheet.standard.id) ?? [] } : sheet)),
    certificate,
    signature: signEnvelope(text, { keyid, private_pem: pair.private_pem }),
    content: toCanonicalJson(content),
  };
  return { file, certificateHash: sha256(text) };
}

function contentOf(projectId: number, code: number, generated: GeneratedRevision): RevisionContent {
  const { header, name, seed, sections, standards, datasheets, files, age } = generated;
  const person = { userId: 1, displayName: 'Ada' };
  return {
    schema_version: 1,
    ...(age === 'new' ? { proof_seed: seed } : {}),
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
    sections: sections.map(
      ({ text, ...place }): SealedSection => ({
        ...place,
        scope_statement_sha256: text === null ? null : sha256(text),
      }),
    ),
    standards: age === 'new' ? standards : standards.map(({ clauses: _, ...standard }) => standard),
    datasheets,
    files,
  };
}
