/**
 * Handlers of publish and of its readiness. A publish checks, assembles and signs, then
 * seals the draft in one transaction if it is still at that version.
 */
import type { ParamsOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { projectLifecycleEndpoints } from '../../../shared/contracts/projects/lifecycle.ts';
import { retryUntilSaved } from '../../../shared/kernel/database/retry-until-saved.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import type { ProjectRecord } from '../access/model.ts';
import { issueCertificate } from '../certificates/issue-certificate.ts';
import { assembleContent } from '../export/assemble-content.ts';
import { selectHeaderCompanies } from '../header/header-companies.ts';
import { assertProjectWithinQuota, resolveOwnerCompany } from '../header/owner-company.ts';
import type { ProjectsService } from '../open-projects.ts';
import { assertHoldsAcknowledged } from '../publishing/acknowledge-holds.ts';
import { loadBlockedStandards } from '../publishing/blocked-standards.ts';
import { describeBlockers, findPublishBlockers, type PublishBlocker } from '../publishing/readiness.ts';
import { closedDraftError, createStaleDraftError } from '../publishing/stale-draft.ts';
import { isEmptyManifest, type Manifest } from '../revisions/manifest.ts';
import type { ProjectRevisionHead } from '../revisions/model.ts';
import type { RevisionWithManifest } from '../revisions/repository.ts';

type PublishContract = (typeof projectLifecycleEndpoints)['projects.publish'];
type Contracts = Pick<typeof projectLifecycleEndpoints, 'projects.publish' | 'projects.publishReadiness'>;

/** Attempts of a publish without a version, each over the then current draft. */
const MAX_ATTEMPTS = 5;

export const publishProjectActions = (service: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.publishReadiness'(_params, ctx, { head }) {
    const draft = await service.revisions.find(head.draft_revision_id);
    const needsCompany = head.owner_company_id === null;
    if (!draft)
      return {
        hasDraft: false,
        empty: true,
        ready: false,
        blockers: [],
        holds: [],
        needsCompany,
        version: null,
      };
    const [blockers, { rows: holds }] = await Promise.all([
      loadBlockers(draft.manifest, ctx),
      loadBlockedStandards(draft.revision.project_id, draft.manifest, ctx),
    ]);
    return {
      hasDraft: true,
      empty: isEmptyManifest(draft.manifest),
      ready: blockers.length === 0,
      blockers,
      holds,
      needsCompany,
      version: draft.revision.version,
    };
  },

  'projects.publish'(params, ctx) {
    const { id, baseVersion } = params;
    let tried: { id: number; version: string } | null = null;
    return retryUntilSaved(
      async () => {
        const head = await service.projects.findById(id);
        const draft = head && (await service.revisions.find(head.draft_revision_id));
        if (!head || !draft || draft.revision.version === null) throw closedDraftError(params.baseVersion);
        tried = { id: draft.revision._id, version: draft.revision.version };
        if (baseVersion !== undefined && baseVersion !== tried.version) {
          throw await createStaleDraftError(draft.revision, baseVersion, service.versions);
        }
        return publishDraft(service, { head, draft, version: tried.version }, params, ctx);
      },
      {
        // A publish with a version publishes that version or nothing.
        attempts: baseVersion === undefined ? MAX_ATTEMPTS : 1,
        async onConflict() {
          const now = tried && (await service.revisions.findHead(tried.id));
          return tried && now?.is_draft
            ? createStaleDraftError(now, tried.version, service.versions)
            : closedDraftError(params.baseVersion);
        },
      },
    );
  },
});

/**
 * Seals the draft as it was read; null when it has changed since. @throws PUBLISH_BLOCKED,
 * PROJECT_HOLDS_REVOKED_STANDARD and what `resolveOwnerCompany` throws
 */
async function publishDraft(
  { revisions, drafts, certificates, signingKeys, valueTrees }: ProjectsService,
  { head, draft, version }: { head: ProjectRecord; draft: RevisionWithManifest; version: string },
  params: ParamsOf<PublishContract>,
  ctx: RequestContext,
): Promise<ResultOf<PublishContract> | null> {
  const { id, baseVersion, adopt_company_id } = params;
  const blockers = await loadBlockers(draft.manifest, ctx);
  if (blockers.length > 0) {
    throw apiError('PUBLISH_BLOCKED', describeBlockers(blockers), { metadata: { blockers } });
  }
  // Before the holds are read: a notice that is not among them is later than the publish.
  const publishedAt = new Date();
  const blocked = await loadBlockedStandards(id, draft.manifest, ctx);
  const acknowledged = assertHoldsAcknowledged(blocked, params.acknowledgeHolds, ctx);
  const company = resolveOwnerCompany(head, adopt_company_id, ctx);
  if (company) await assertProjectWithinQuota(id, company.id, ctx);
  const revision = publishedHead(draft.revision, params, { company, publishedAt }, ctx);
  const content = await assembleContent({ revision, manifest: draft.manifest }, valueTrees, ctx);
  const issued = await revisions.find(head.issued_revision_id);
  const previous = issued && (await certificates.findHash(issued.revision._id));
  const { record, content_sha256 } = issueCertificate(
    content,
    await signingKeys.ensureActiveKey(),
    previous,
    publishedAt,
    acknowledged,
  );
  const { name, description, revision_type, published_at, published_by, header, companies } = revision;
  return drafts.publish({
    projectId: id,
    draft: { id: revision._id, version },
    code: revision.code,
    by: ctx.person,
    revision: {
      name,
      description,
      revision_type,
      published_at,
      published_by,
      header,
      companies,
      content_hash: content_sha256,
      ...(acknowledged.length > 0 ? { acknowledged } : {}),
    },
    project: { name: header.name, owner_company_id: header.owner_company_id },
    pointers: findNewPointers(draft.manifest, issued),
    closedError: () => closedDraftError(params.baseVersion),
    beforeCommit: async (session) => {
      await certificates.insert(session, record);
      const details = {
        revision: { id: revision._id, code: revision.code },
        content_hash: content_sha256,
        baseVersion: baseVersion ?? 'left out',
        ...(acknowledged.length > 0 ? { acknowledged } : {}),
        ...(company ? { before: { owner_company_id: null }, after: { owner_company_id: company.id } } : {}),
      };
      return ctx.finish(
        session,
        { resource: { type: 'project', id }, details },
        {
          project_id: id,
          revision: {
            id: revision._id,
            code: revision.code,
            name,
            revision_type,
            published_at: publishedAt.toISOString(),
            content_hash: content_sha256,
          },
          ...(acknowledged.length > 0 ? { acknowledged } : {}),
        },
      );
    },
  });
}

async function loadBlockers(manifest: Manifest, ctx: RequestContext): Promise<PublishBlocker[]> {
  const revision_ids = [
    ...new Set(
      manifest.standards.flatMap(({ archived, standard_revision }) =>
        archived ? [] : [standard_revision.id],
      ),
    ),
  ];
  if (revision_ids.length === 0) return findPublishBlockers(manifest, new Map());
  const { revisions } = await ctx.call('standards.revisionHeads', { revision_ids });
  return findPublishBlockers(manifest, new Map(revisions.map(({ id, field_count }) => [id, field_count])));
}

function publishedHead(
  draft: ProjectRevisionHead,
  params: ParamsOf<PublishContract>,
  { company, publishedAt }: { company: { id: number; name: string } | null; publishedAt: Date },
  ctx: RequestContext,
): ProjectRevisionHead {
  const header = company ? { ...draft.header, owner_company_id: company.id } : draft.header;
  return {
    ...draft,
    is_draft: false,
    version: null,
    name: params.revision_name || draft.name || `Revision ${draft.code}`,
    description: params.description ?? draft.description,
    revision_type: params.revision_type ?? draft.revision_type,
    published_at: publishedAt,
    published_by: ctx.person,
    header,
    companies: company ? selectHeaderCompanies(header, [...draft.companies, company]) : draft.companies,
  };
}

/** The datasheet revisions to which the last published revision did not point. */
function findNewPointers({ datasheets }: Manifest, issued: RevisionWithManifest | null) {
  const before = new Map(
    (issued?.manifest.datasheets ?? []).map((sheet) => [sheet.datasheet_id, sheet.revision_id]),
  );
  return datasheets.filter((sheet) => before.get(sheet.datasheet_id) !== sheet.revision_id);
}
