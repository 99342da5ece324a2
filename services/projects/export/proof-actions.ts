/**
 * Handler of the proof of one clause or one value of a published revision (docs/verification.md). It reads
 * what was signed; only the wording of a clause comes from standards, which withholds it under a hold.
 */
import type { projectProofEndpoints } from '../../../shared/contracts/projects/proofs.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { type InclusionPath, proveInclusion } from '../../../shared/proof-tree.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import { type ContentPart, listParts, textsOfParts } from '../certificates/content-parts.ts';
import { readCertificate } from '../certificates/issue-certificate.ts';
import type { Certificates } from '../certificates/repository.ts';
import type { RevisionContent } from '../certificates/revision-content.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';
import { loadExportedRevision } from './exported-revision.ts';

type Contracts = typeof projectProofEndpoints;
type ProofResult = Infer<Contracts['projects.proof']['returns']>;
type PartOf<Name extends ContentPart['part']> = Extract<ContentPart, { part: Name }>;

/** Content with proofs. */
type ProvableContent = RevisionContent & { proof_seed: string };

interface Deps {
  revisions: ProjectRevisions;
  certificates: Certificates;
}

/** The handler of `projects.proof` (P12). */
export const proofActions = ({ revisions, certificates }: Deps): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.proof'({ revisionId, elementId, standardId, datasheetId }, call, project) {
    const { revision } = await loadExportedRevision(revisions, project, revisionId, call);
    if (revision.is_draft)
      throw proofUnavailable('A draft is not signed. Publish it and ask for a proof of that revision.');
    const record = await certificates.find(revision._id);
    if (!record) throw new Error(`published revision ${revision._id} has no certificate`);
    const { content, certificate } = readCertificate(record);
    if (!hasProofs(content)) {
      throw proofUnavailable(
        'This revision was published before proofs existed, and its certificate never changes. Publish the project again and ask for a proof of that revision.',
      );
    }
    const signed = { certificate, signature: record.signature };
    return datasheetId === undefined
      ? { ...(await proveClause(content, elementId, standardId, call)), ...signed }
      : { proof: proveValue(content, datasheetId, elementId), ...signed };
  },
});

const proofUnavailable = (detail: string) => apiError('PROOF_UNAVAILABLE', detail);

const hasProofs = (content: RevisionContent): content is ProvableContent => content.proof_seed !== undefined;

/** The proof of the only part that matches. @throws NOT_FOUND without one */
function provePart<P extends ContentPart>(
  content: ProvableContent,
  isWanted: (part: ContentPart) => part is P,
): InclusionPath & { leaf: P } {
  const parts = listParts(content);
  const index = parts.findIndex(isWanted);
  const leaf = parts[index];
  if (leaf === undefined || !isWanted(leaf)) throw notFound();
  return { leaf, ...proveInclusion(content.proof_seed, textsOfParts(parts), index) };
}

const proveValue = (content: ProvableContent, datasheetId: number, fieldId: number) =>
  provePart(
    content,
    (part): part is PartOf<'value'> =>
      part.part === 'value' && part.datasheet.id === datasheetId && part.value.id === fieldId,
  );

type CertifiedStandard = PartOf<'standard'> & {
  standard: Required<PartOf<'standard'>['standard']>;
};

async function proveClause(
  content: ProvableContent,
  elementId: number,
  standardId: number | undefined,
  call: Call,
): Promise<Pick<ProofResult, 'proof' | 'clause'>> {
  const pins = content.standards.filter(
    ({ standard_id }) => standardId === undefined || standard_id === standardId,
  );
  const { revision_id, proof, wording } = await call.call('standards.clauseProof', {
    revision_ids: pins.map(({ standard_revision }) => standard_revision.id),
    seed: content.proof_seed,
    element_id: elementId,
  });
  return {
    proof: provePart(
      content,
      (part): part is CertifiedStandard =>
        part.part === 'standard' &&
        part.standard.clauses !== undefined &&
        part.standard.standard_revision.id === revision_id,
    ),
    clause: { ...proof, wording },
  };
}
