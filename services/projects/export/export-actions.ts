/**
 * Handlers of the JSON export of a revision, with its certificate when it is published, and of the public
 * keys that verify it (document 3; decisions P12, P18).
 */

import { isDeepStrictEqual } from 'node:util';
import type { projectExportEndpoints } from '../../../shared/contracts/projects/export.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import { toJwk } from '../certificates/dsse-envelope.ts';
import { readCertificate } from '../certificates/issue-certificate.ts';
import type { CertificateRecord } from '../certificates/model.ts';
import type { Certificates, SigningKeys } from '../certificates/repository.ts';
import type { ExportDatasheet } from '../certificates/revision-content.ts';
import { presentProjectRevision } from '../revisions/present.ts';
import type { ProjectRevisions, RevisionWithManifest } from '../revisions/repository.ts';
import {
  assembleRevision,
  listActiveDatasheets,
  loadSealedStandards,
  presentTemplate,
} from './assemble-revision.ts';
import { loadExportedRevision } from './exported-revision.ts';
import { buildSectionRows } from './section-rows.ts';

type Contracts = Pick<typeof projectExportEndpoints, 'projects.export' | 'certificates.keys'>;
type ExportResult = Infer<Contracts['projects.export']['returns']>;

interface Deps {
  revisions: ProjectRevisions;
  certificates: Certificates;
  signingKeys: SigningKeys;
}

/**
 * The handlers that export a revision, signed when it is published, and list the keys that verify it (P12,
 * P18).
 */
export const exportActions = ({
  revisions,
  certificates,
  signingKeys,
}: Deps): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.export'({ id, datasheetIds = [], isVerbose, revisionId }, call, project) {
    const full = await loadExportedRevision(revisions, project, revisionId, call);
    const chosen = new Set(datasheetIds);
    const known = new Set(listActiveDatasheets(full.manifest).map(({ datasheet_id }) => datasheet_id));
    if (datasheetIds.some((datasheetId) => !known.has(datasheetId))) throw notFound();
    const isChosen = (datasheetId: number): boolean => chosen.size === 0 || chosen.has(datasheetId);

    const result = full.revision.is_draft
      ? await exportDraft(full, isChosen, isVerbose, call)
      : await exportPublished(full, await certificates.find(full.revision._id), isChosen, isVerbose, call);
    const details = {
      revision: { id: full.revision._id, code: full.revision.code },
      isVerbose,
      datasheetIds: [...chosen],
    };
    return call.finish(null, { resource: { type: 'project', id }, details }, result);
  },

  async 'certificates.keys'() {
    const keys = (await signingKeys.list()).map(({ _id, public_pem, not_after, compromised_since }) => ({
      keyid: _id,
      pem: public_pem,
      jwk: toJwk(public_pem),
      ...(not_after ? { not_after: not_after.toISOString() } : {}),
      ...(compromised_since ? { compromised_since: compromised_since.toISOString() } : {}),
    }));
    return { keys, total: keys.length };
  },
});

type DatasheetFilter = (datasheetId: number) => boolean;

async function exportDraft(
  full: RevisionWithManifest,
  isChosen: DatasheetFilter,
  isVerbose: boolean,
  call: Call,
): Promise<ExportResult> {
  const sheets = listActiveDatasheets(full.manifest).filter(({ datasheet_id }) => isChosen(datasheet_id));
  const { content, sections } = await assembleRevision(full, call, sheets);
  const datasheets = isVerbose ? await addDraftTemplates(content.datasheets, call) : content.datasheets;
  return { project: content.project, revision: presentProjectRevision(full.revision), sections, datasheets };
}

/**
 * The content sealed at publish; only headings and scope statements are loaded again, since some may be withheld by
 * now. The signed content has the headings, so it is left out while one of them is withheld.
 */
async function exportPublished(
  full: RevisionWithManifest,
  sealed: CertificateRecord | null,
  isChosen: DatasheetFilter,
  isVerbose: boolean,
  call: Call,
): Promise<ExportResult> {
  if (!sealed) throw new Error(`published revision ${full.revision._id} has no certificate`);
  const { text, content, certificate } = readCertificate(sealed);
  const datasheets = content.datasheets.filter(({ id }) => isChosen(id));
  const templates = new Map(content.standards.map(({ standard_id, template }) => [standard_id, template]));
  const sections = buildSectionRows(full.manifest, await loadSealedStandards(full.manifest, call));
  const pathsOf = (rows: readonly { heading_path: string[] }[]): string[][] =>
    rows.map(({ heading_path }) => heading_path);
  const isShownWhole = isDeepStrictEqual(pathsOf(sections), pathsOf(content.sections));
  return {
    project: content.project,
    revision: presentProjectRevision(full.revision),
    sections,
    datasheets: isVerbose
      ? datasheets.map((sheet) => ({ ...sheet, template: templates.get(sheet.standard.id) ?? [] }))
      : datasheets,
    certificate,
    signature: sealed.signature,
    ...(isShownWhole ? { content: text } : {}),
  };
}

/**
 * Datasheets of a draft with their templates, each at the standard revision it is bound to, which may not be
 * the pin.
 */
async function addDraftTemplates(
  datasheets: readonly ExportDatasheet[],
  call: Call,
): Promise<ExportDatasheet[]> {
  const templates = new Map<number, ExportDatasheet['template']>();
  for (const { standard_revision } of datasheets) {
    if (templates.has(standard_revision.id)) continue;
    const { fields } = await call.call('standards.fields', { revision_id: standard_revision.id });
    templates.set(standard_revision.id, presentTemplate(fields));
  }
  return datasheets.map((sheet) => ({ ...sheet, template: templates.get(sheet.standard_revision.id) ?? [] }));
}
