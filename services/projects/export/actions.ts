/** The JSON export of a revision, signed when it is published, and the keys that verify it (document 3; decisions P12, P18). */

import type { projectsExport } from '../../../shared/contracts/projects/export.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { unpackText } from '../../../shared/kernel/database/packed.ts';
import { notFound } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { permitsOn, type Resources, revisionFor } from '../access/open-project.ts';
import type { OpenProject } from '../access/rules.ts';
import type { Certificate } from '../certificates/certify.ts';
import { jwkOf } from '../certificates/envelope.ts';
import type { CertificateRecord } from '../certificates/model.ts';
import type { Certificates } from '../certificates/repository.ts';
import { presentRevision } from '../header/present.ts';
import type { FullRevision } from '../revisions/repository.ts';
import type { Stores } from '../stores.ts';
import { activeDatasheets, assemble, type Content, type ExportDatasheet, sealedStandards, templateOf } from './assemble.ts';
import { sectionTree } from './section-tree.ts';

type Contracts = Pick<typeof projectsExport, 'projects.export' | 'certificates.keys'>;
type Answer = Infer<Contracts['projects.export']['returns']>;

/** The handlers that export a revision, signed when it is published, and give out the keys that verify it (P12, P18). */
export const exportActions = (stores: Stores, certificates: Certificates): Handlers<Contracts, Resources> => ({
  async 'projects.export'({ id, datasheetIds = [], isVerbose, revisionId }, call, project) {
    const full = await exported(stores, project, revisionId, call);
    const chosen = new Set(datasheetIds);
    const known = new Set(activeDatasheets(full.manifest).map(({ datasheet_id }) => datasheet_id));
    if (datasheetIds.some((datasheetId) => !known.has(datasheetId))) throw notFound();
    const isChosen = (datasheetId: number): boolean => chosen.size === 0 || chosen.has(datasheetId);

    const answer = full.revision.is_draft
      ? await draftExport(full, isChosen, isVerbose, call)
      : await publishedExport(full, await certificates.of(full.revision._id), isChosen, isVerbose, call);
    const details = { revision: { id: full.revision._id, code: full.revision.code }, isVerbose, datasheetIds: [...chosen] };
    return call.conclude(null, { resource: { type: 'project', id }, details }, answer);
  },

  async 'certificates.keys'() {
    const keys = (await certificates.keys()).map(({ _id, public_pem, not_after, compromised_since }) => ({
      keyid: _id,
      pem: public_pem,
      jwk: jwkOf(public_pem),
      ...(not_after ? { not_after: not_after.toISOString() } : {}),
      ...(compromised_since ? { compromised_since: compromised_since.toISOString() } : {}),
    }));
    return { keys, total: keys.length };
  },
});

/** Unlike a read, an export defaults to the published revision also for those who see the draft. */
async function exported(
  { revisions }: Stores,
  project: OpenProject,
  asked: number | undefined,
  call: Call,
): Promise<FullRevision> {
  const { issued_revision_id, draft_revision_id } = project.head;
  const wanted = asked ?? issued_revision_id ?? draft_revision_id ?? undefined;
  if (wanted === draft_revision_id && !permitsOn(call, project)('project:draft:view')) throw notFound();
  const full = await revisionFor(revisions, project, wanted, call);
  if (!full) throw notFound();
  return full;
}

type IsChosen = (datasheetId: number) => boolean;

async function draftExport(full: FullRevision, isChosen: IsChosen, isVerbose: boolean, call: Call): Promise<Answer> {
  const sheets = activeDatasheets(full.manifest).filter(({ datasheet_id }) => isChosen(datasheet_id));
  const { content, sections } = await assemble(full, call, sheets);
  const datasheets = isVerbose ? await draftTemplates(content.datasheets, call) : content.datasheets;
  return { project: content.project, revision: presentRevision(full.revision), sections, datasheets };
}

/** What was sealed at publish, read back; only the scope statements are read anew, through the presenter that withholds. */
async function publishedExport(
  full: FullRevision,
  sealed: CertificateRecord | null,
  isChosen: IsChosen,
  isVerbose: boolean,
  call: Call,
): Promise<Answer> {
  if (!sealed) throw new Error(`published revision ${full.revision._id} has no certificate`);
  const text = unpackText(sealed.content);
  // Both were written by certify alone and never changed, so the shapes are the ones it wrote.
  const content: Content = JSON.parse(text);
  const certificate: Certificate = JSON.parse(sealed.certificate);
  const datasheets = content.datasheets.filter(({ id }) => isChosen(id));
  const templates = new Map(content.standards.map(({ standard_id, template }) => [standard_id, template]));
  return {
    project: content.project,
    revision: presentRevision(full.revision),
    sections: sectionTree(full.manifest, await sealedStandards(full.manifest, call)),
    datasheets: isVerbose
      ? datasheets.map((sheet) => ({ ...sheet, template: templates.get(sheet.standard.id) ?? [] }))
      : datasheets,
    certificate,
    signature: sealed.signature,
    content: text,
  };
}

/** The templates of a draft's datasheets, each at the standard revision it is bound to, be it the pin or not. */
async function draftTemplates(datasheets: readonly ExportDatasheet[], call: Call): Promise<ExportDatasheet[]> {
  const templates = new Map<number, ExportDatasheet['template']>();
  for (const { standard_revision } of datasheets) {
    if (templates.has(standard_revision.id)) continue;
    const { fields } = await call.call('standards.fields', { revision_id: standard_revision.id });
    templates.set(standard_revision.id, templateOf(fields));
  }
  return datasheets.map((sheet) => ({ ...sheet, template: templates.get(sheet.standard_revision.id) ?? [] }));
}
