/**
 * Handlers of the JSON export of a revision (`../export/export-revision.ts`), with its certificate when it is
 * published; of the public keys that verify it; and of the proof of one clause or value (docs/verification.md): the
 * signed certificate, the path to its standard or datasheet, and the path from there to the clause or value. The second
 * path comes from standards, which withholds held wording, or from datasheets.
 */
import type { projectExportEndpoints } from '../../../shared/contracts/projects/export.ts';
import type { projectProofEndpoints } from '../../../shared/contracts/projects/proofs.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { type InclusionPath, proveInclusion } from '../../../shared/proof-tree.ts';
import { findExportedRevision } from '../access/find-exported-revision.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import { type ContentPart, listParts, textsOfParts } from '../certificates/content-parts.ts';
import { readCertificate } from '../certificates/issue-certificate.ts';
import { presentKeys } from '../certificates/present-keys.ts';
import type { RevisionContent } from '../certificates/revision-content.ts';
import { exportDraft, exportPublished } from '../export/export-revision.ts';
import { listActiveDatasheets } from '../export/load-sealed.ts';
import type { ProjectsService } from '../open-projects.ts';

type Contracts = typeof projectProofEndpoints &
  Pick<typeof projectExportEndpoints, 'projects.export' | 'certificates.keys'>;
type ProofResult = Infer<Contracts['projects.proof']['returns']>;
type PartOf<Name extends ContentPart['part']> = Extract<ContentPart, { part: Name }>;

export const exportActions = ({
  revisions,
  certificates,
  signingKeys,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.export'({ id, datasheetIds = [], isVerbose, revisionId }, ctx, project) {
    const full = await findExportedRevision(revisions, project, revisionId, ctx);
    const chosen = new Set(datasheetIds);
    const known = new Set(listActiveDatasheets(full.manifest).map(({ datasheet_id }) => datasheet_id));
    if (datasheetIds.some((datasheetId) => !known.has(datasheetId))) throw notFound();
    const isChosen = (datasheetId: number): boolean => chosen.size === 0 || chosen.has(datasheetId);

    const { _id, code, is_draft } = full.revision;
    const result = is_draft
      ? await exportDraft(full, isChosen, isVerbose, ctx)
      : await exportPublished(full, await certificates.findById(_id), isChosen, isVerbose, ctx);
    const details = {
      revision: { id: _id, code },
      isVerbose,
      datasheetIds: [...chosen],
    };
    return ctx.finish(null, { resource: { type: 'project', id }, details }, result);
  },

  async 'certificates.keys'() {
    return presentKeys(await signingKeys.list());
  },

  async 'projects.proof'({ revisionId, elementId, standardId, datasheetId }, ctx, project) {
    const { revision } = await findExportedRevision(revisions, project, revisionId, ctx);
    if (revision.is_draft)
      throw proofUnavailable('A draft is not signed. Publish it and ask for a proof of that revision.');
    const record = await certificates.findById(revision._id);
    if (!record) throw new Error(`published revision ${revision._id} has no certificate`);
    const { content, certificate } = readCertificate(record);
    const signed = { certificate, signature: record.signature };
    return datasheetId === undefined
      ? { ...(await proveClause(content, elementId, standardId, ctx)), ...signed }
      : { ...(await proveValue(content, { datasheetId, standardId }, elementId, ctx)), ...signed };
  },
});

const proofUnavailable = (detail: string) => apiError('PROOF_UNAVAILABLE', detail);

/** The proof of the only part that matches. @throws NOT_FOUND without one */
function provePart<P extends ContentPart>(
  content: RevisionContent,
  isWanted: (part: ContentPart) => part is P,
): InclusionPath & { leaf: P } {
  const parts = listParts(content);
  const index = parts.findIndex(isWanted);
  const leaf = parts[index];
  if (leaf === undefined || !isWanted(leaf)) throw notFound();
  return { leaf, ...proveInclusion(content.proof_seed, textsOfParts(parts), index) };
}

/** The path of the datasheet in the content, and that of the value in the tree of the datasheet. */
async function proveValue(
  content: RevisionContent,
  { datasheetId, standardId }: { datasheetId: number; standardId: number | undefined },
  field_id: number,
  ctx: RequestContext,
): Promise<Pick<ProofResult, 'proof' | 'value'>> {
  const proof = provePart(
    content,
    (part): part is PartOf<'datasheet'> =>
      part.part === 'datasheet' &&
      part.datasheet.id === datasheetId &&
      (standardId === undefined || part.datasheet.standard.id === standardId),
  );
  const revision_id = proof.leaf.datasheet.revision.id;
  return { proof, value: await ctx.call('datasheets.valueProof', { revision_id, field_id }) };
}

/** The path of the standard in the content, and that of the clause in the tree of the standard. */
async function proveClause(
  content: RevisionContent,
  elementId: number,
  standardId: number | undefined,
  ctx: RequestContext,
): Promise<Pick<ProofResult, 'proof' | 'clause'>> {
  const pins = content.standards.filter(
    ({ standard_id }) => standardId === undefined || standard_id === standardId,
  );
  const { revision_id, proof, wording } = await ctx.call('standards.clauseProof', {
    revision_ids: pins.map(({ standard_revision }) => standard_revision.id),
    element_id: elementId,
  });
  return {
    proof: provePart(
      content,
      (part): part is PartOf<'standard'> =>
        part.part === 'standard' && part.standard.standard_revision.id === revision_id,
    ),
    clause: { ...proof, wording },
  };
}
