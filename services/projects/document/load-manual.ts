/**
 * Loads the content of the manual of a project: the lines of its cover, its sections and standards in document order,
 * and the values of its active datasheets; not its images. Words come from standards, which withholds those under a
 * hold.
 */
import type {
  ChosenValue,
  PrintablePart,
  PrintableProject,
} from '../../../shared/documents/print-project.ts';
import type { Attachment } from '../../../shared/documents/printed-document.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { readCertificate } from '../certificates/issue-certificate.ts';
import type { CertificateRecord } from '../certificates/model.ts';
import { listActiveDatasheets, loadSealedDatasheets, type SealedDatasheet } from '../export/load-sealed.ts';
import { headingPathOf } from '../export/section-rows.ts';
import { presentHeader } from '../header/present.ts';
import { type Manifest, type ManifestStandard, sortSections, sortStandards } from '../revisions/manifest.ts';
import type { RevisionWithManifest } from '../revisions/repository.ts';

const MAX_CLAUSES_OF_MANUAL = 20_000;

/** @param certificate of a published revision @param attachments files that go with its PDF @throws PAYLOAD_TOO_LARGE */
export async function loadManual(
  { revision, manifest }: RevisionWithManifest,
  certificate: CertificateRecord | null,
  attachments: readonly Attachment[],
  ctx: RequestContext,
): Promise<Omit<PrintableProject, 'images'>> {
  const sheets = listActiveDatasheets(manifest);
  const sealed = await loadSealedDatasheets(
    sheets.map(({ revision_id }) => revision_id),
    ctx,
  );
  const { sections } = manifest;
  const parts: PrintablePart[] = [];
  const standards = sortStandards(manifest).filter(({ archived }) => !archived);
  const isIn = ({ section_id }: ManifestStandard, id: number | null): boolean =>
    (sections.some((section) => section.id === section_id) ? section_id : null) === id;
  let count = 0;
  const addStandardsIn = async (id: number | null, level: number): Promise<void> => {
    // One after the other, so that few outlines are in messages at once.
    for (const standard of standards.filter((candidate) => isIn(candidate, id))) {
      const part = await loadStandard(standard, level, manifest, sealed, ctx);
      count += part.elements.length;
      if (count > MAX_CLAUSES_OF_MANUAL) throw tooLarge();
      parts.push(part);
    }
  };
  for (const { id, name, description } of sortSections(sections)) {
    const level = headingPathOf(sections, id).length - 1;
    parts.push({ kind: 'section', id, level, name, description });
    await addStandardsIn(id, level + 1);
  }
  await addStandardsIn(null, 0);
  const header = presentHeader(revision.header, revision.companies);
  const date = (revision.published_at ?? revision.created_at).toISOString();
  return {
    head: {
      id: revision.project_id,
      name: header.name,
      summary: header.summary,
      lines: headerLines(header),
      revision: {
        id: revision._id,
        code: revision.code,
        is_draft: revision.is_draft,
        date,
        author: (revision.published_by ?? revision.created_by).displayName,
      },
    },
    parts,
    certificate: certificate && certificateLines(certificate, attachments.length > 0),
    attachments,
  };
}

async function loadStandard(
  { standard_id, name, description, standard_revision }: ManifestStandard,
  level: number,
  manifest: Manifest,
  sealed: ReadonlyMap<number, SealedDatasheet>,
  ctx: RequestContext,
): Promise<Extract<PrintablePart, { kind: 'standard' }>> {
  const { revision, elements, fields } = await ctx.call('standards.sealedRevision', {
    revision_id: standard_revision.id,
  });
  const sheets = listActiveDatasheets(manifest).filter((sheet) => sheet.standard_id === standard_id);
  const values = new Map<number, ChosenValue[]>();
  for (const { name: datasheet, revision_id } of sheets) {
    for (const { id, address: _, ...value } of sealed.get(revision_id)?.values ?? [])
      values.set(id, [...(values.get(id) ?? []), { ...value, datasheet }]);
  }
  return {
    kind: 'standard',
    id: standard_id,
    level,
    name,
    description,
    revision_id: standard_revision.id,
    code: revision.code,
    content_hash: revision.content_hash,
    datasheets: sheets.map((sheet) => sheet.name),
    elements,
    fields,
    values,
  };
}

const tooLarge = () =>
  apiError(
    'PAYLOAD_TOO_LARGE',
    `The manual would have more than ${MAX_CLAUSES_OF_MANUAL.toLocaleString('en')} clauses. Ask for the documents of its standards.`,
    { metadata: { limit: MAX_CLAUSES_OF_MANUAL } },
  );

type Line = PrintableProject['head']['lines'][number];
const lineOf = (label: string, value: string | null | undefined): Line[] => (value ? [{ label, value }] : []);

function headerLines(header: ReturnType<typeof presentHeader>): Line[] {
  const { stakeholders, address_street, address_city, address_state, address_postal_code, address_country } =
    header;
  const address = [address_street, address_city, address_state, address_postal_code, address_country]
    .filter((part) => part)
    .join(', ');
  return [
    ...lineOf('Address', address),
    ...lineOf('Status', header.status),
    ...lineOf('Owner', stakeholders.owner.company?.name),
    ...lineOf('Engineer', stakeholders.engineer.company?.name),
    ...lineOf('Prime contractor', stakeholders.prime_contractor.company?.name),
    ...lineOf('Subcontractors', stakeholders.sub_contractors.map(({ name }) => name).join(', ')),
  ];
}

function certificateLines(record: CertificateRecord, isAttached: boolean): Line[] {
  const { certificate } = readCertificate(record);
  return [
    { label: 'Signed content (SHA-256)', value: certificate.content_sha256 },
    { label: 'Root of the content tree', value: certificate.content_tree.root_sha256 },
    ...lineOf('Previous certificate (SHA-256)', certificate.previous_certificate_sha256),
    { label: 'Key', value: certificate.keyid },
    { label: 'Signature', value: record.signature.signatures.map(({ sig }) => sig).join(' ') },
    { label: 'Issued', value: certificate.issued_at },
    {
      label: 'To verify',
      value: isAttached
        ? 'the signed export and its key are attached to this file: run npm run verify-export with its name'
        : 'export this revision as JSON, save the keys of GET /api/certificates/keys next to it, and run npm run verify-export',
    },
  ];
}
