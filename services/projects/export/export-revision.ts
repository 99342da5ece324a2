/**
 * The export of a draft, and of a published revision with the content signed at its publish. Words are loaded from
 * standards, which withholds those under a hold (`revision/present-proofs.ts`), and values from datasheets, which holds
 * do not withhold.
 */
import type { projectExportEndpoints } from '../../../shared/contracts/projects/export.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { readCertificate } from '../certificates/issue-certificate.ts';
import type { CertificateRecord } from '../certificates/model.ts';
import type { ExportDatasheet, RevisionContent } from '../certificates/revision-content.ts';
import { presentHeader } from '../header/present.ts';
import { pinsByStandard } from '../revisions/manifest.ts';
import { presentProjectRevision } from '../revisions/present.ts';
import type { RevisionWithManifest } from '../revisions/repository.ts';
import { addValues, describeDatasheets, presentTemplate } from './datasheet-rows.ts';
import {
  listActiveDatasheets,
  loadBoundRevisions,
  loadOutlines,
  loadSealedDatasheets,
  requireSealed,
} from './load-sealed.ts';
import { buildSectionRows, type CertifiedOutline, presentRows } from './section-rows.ts';

type ExportResult = Infer<(typeof projectExportEndpoints)['projects.export']['returns']>;
type DatasheetFilter = (datasheetId: number) => boolean;
type Outlines = ReadonlyMap<number, CertifiedOutline>;

/** The export of a draft, which is not signed. */
export async function exportDraft(
  { revision, manifest }: RevisionWithManifest,
  isChosen: DatasheetFilter,
  isVerbose: boolean,
  ctx: RequestContext,
): Promise<ExportResult> {
  const sheets = listActiveDatasheets(manifest).filter(({ datasheet_id }) => isChosen(datasheet_id));
  const outlines = await loadOutlines(manifest, ctx);
  const sealed = await loadSealedDatasheets(
    sheets.map(({ revision_id }) => revision_id),
    ctx,
  );
  const describe = describeDatasheets(manifest, await loadBoundRevisions(sheets, ctx));
  const withValues = addValues(pinsByStandard(manifest), outlines);
  const datasheets = sheets.map((sheet) => {
    const values = requireSealed(sealed, sheet.revision_id);
    return withValues(describe(sheet, values.code), values);
  });
  return {
    project: { id: revision.project_id, ...presentHeader(revision.header, revision.companies) },
    revision: presentProjectRevision(revision),
    sections: presentRows(buildSectionRows(manifest, outlines), null),
    datasheets: isVerbose ? await addDraftTemplates(datasheets, ctx) : datasheets,
  };
}

/**
 * Datasheets of a draft with their templates, each at the standard revision it is bound to, which may not be
 * the pin.
 */
async function addDraftTemplates(
  datasheets: readonly ExportDatasheet[],
  ctx: RequestContext,
): Promise<ExportDatasheet[]> {
  const templates = new Map<number, ExportDatasheet['template']>();
  for (const { standard_revision } of datasheets) {
    if (templates.has(standard_revision.id)) continue;
    const { fields } = await ctx.call('standards.fields', { revision_id: standard_revision.id });
    templates.set(standard_revision.id, presentTemplate(fields));
  }
  return datasheets.map((sheet) => ({ ...sheet, template: templates.get(sheet.standard_revision.id) ?? [] }));
}

/** The export of a published revision: the signed content, and the words and values that it covers. */
export async function exportPublished(
  full: RevisionWithManifest,
  record: CertificateRecord | null,
  isChosen: DatasheetFilter,
  isVerbose: boolean,
  ctx: RequestContext,
): Promise<ExportResult> {
  if (!record) throw new Error(`published revision ${full.revision._id} has no certificate`);
  const { text, content, certificate } = readCertificate(record);
  const outlines = await loadOutlines(full.manifest, ctx);
  const signed = await showContent(full, content, text, outlines, isChosen, ctx);
  const templates = new Map(content.standards.map(({ standard_id, template }) => [standard_id, template]));
  return {
    project: content.project,
    revision: presentProjectRevision(full.revision),
    certificate,
    signature: record.signature,
    ...signed,
    datasheets: isVerbose
      ? signed.datasheets.map((sheet) => ({ ...sheet, template: templates.get(sheet.standard.id) ?? [] }))
      : signed.datasheets,
  };
}

type Signed = Pick<ExportResult, 'sections' | 'datasheets' | 'content'>;

/** The signed content has no words. The export adds them with the salts of their hashes. */
async function showContent(
  { manifest }: RevisionWithManifest,
  content: RevisionContent,
  text: string,
  outlines: Outlines,
  isChosen: DatasheetFilter,
  ctx: RequestContext,
): Promise<Signed> {
  const places = content.datasheets.filter(({ id }) => isChosen(id));
  const sealed = await loadSealedDatasheets(
    places.map(({ revision }) => revision.id),
    ctx,
    true,
  );
  const withValues = addValues(pinsByStandard(manifest), outlines);
  return {
    sections: presentRows(buildSectionRows(manifest, outlines), content.proof_seed),
    datasheets: places.map(({ tree: _, ...place }) =>
      withValues(place, requireSealed(sealed, place.revision.id)),
    ),
    content: text,
  };
}
