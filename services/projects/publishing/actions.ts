/** Publishing: checks in the order of decisions P6, then one transaction whose cost does not depend on the datasheets. */
import type { ParamsOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { projectWriteEndpoints } from '../../../shared/contracts/projects/writing.ts';
import { retryUntilSaved } from '../../../shared/kernel/database/retry-until-saved.ts';
import { apiError, draftClosed, noOpenDraft } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import type { ProjectRecord } from '../access/model.ts';
import { issueCertificate } from '../certificates/issue-certificate.ts';
import type { Certificates } from '../certificates/repository.ts';
import { assembleRevision } from '../export/assemble-revision.ts';
import { selectCompaniesOf } from '../header/company-names.ts';
import { assertMayChooseCompany, delegatedAccessRefused, isBrowserSession } from '../header/owner-company.ts';
import type { Repositories } from '../repositories.ts';
import { isEmptyManifest, type Manifest } from '../revisions/manifest.ts';
import type { ProjectRevisionHead } from '../revisions/model.ts';
import type { RevisionWithManifest } from '../revisions/repository.ts';
import { findPublishBlockers, type PublishBlocker } from './readiness.ts';
import { createStaleDraftError } from './stale-draft.ts';

type PublishContract = (typeof projectWriteEndpoints)['projects.publish'];
type Contracts = Pick<typeof projectWriteEndpoints, 'projects.publish' | 'projects.publishReadiness'>;

/** How often a publish that named no version starts over because the draft moved meanwhile. */
const MAX_ATTEMPTS = 5;

/** The handlers that say what blocks publishing, and publish (P6, P15). */
export const publishProjectActions = (
  stores: Repositories,
  certificates: Certificates,
): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.publishReadiness'(_params, call, { head }) {
    const draft = head.draft_revision_id === null ? null : await stores.revisions.find(head.draft_revision_id);
    const needsCompany = head.owner_company_id === null;
    if (!draft) return { hasDraft: false, empty: true, ready: false, blockers: [], needsCompany, version: null };
    const blockers = await loadBlockers(draft.manifest, call);
    return {
      hasDraft: true,
      empty: isEmptyManifest(draft.manifest),
      ready: blockers.length === 0,
      blockers,
      needsCompany,
      version: draft.revision.version,
    };
  },

  'projects.publish'(params, call) {
    const { id, baseVersion } = params;
    let tried: AttemptedVersion | null = null;
    return retryUntilSaved(
      async () => {
        const head = await stores.projects.find(id);
        const draft = head?.draft_revision_id ? await stores.revisions.find(head.draft_revision_id) : null;
        if (!head || !draft || draft.revision.version === null) throw draftClosedError(params);
        tried = { id: draft.revision._id, version: draft.revision.version };
        if (baseVersion !== undefined && baseVersion !== tried.version) {
          throw await createStaleDraftError(draft.revision, baseVersion, stores.revisions);
        }
        return publishDraft(stores, certificates, { head, draft, version: tried.version }, params, call);
      },
      {
        // One that names its version publishes that or nothing.
        attempts: baseVersion === undefined ? MAX_ATTEMPTS : 1,
        async onConflict() {
          const now = tried && (await stores.revisions.findHead(tried.id));
          return tried && now?.is_draft ? createStaleDraftError(now, tried.version, stores.revisions) : draftClosedError(params);
        },
      },
    );
  },
});

interface AttemptedVersion {
  id: number;
  version: string;
}

const draftClosedError = ({ baseVersion }: ParamsOf<PublishContract>): Error =>
  baseVersion === undefined ? noOpenDraft() : draftClosed();

/** Seals the draft as it was read; null when it moved meanwhile. @throws PUBLISH_BLOCKED and what `resolveOwnerCompany` throws */
async function publishDraft(
  stores: Repositories,
  certificates: Certificates,
  { head, draft, version }: { head: ProjectRecord; draft: RevisionWithManifest; version: string },
  params: ParamsOf<PublishContract>,
  call: Call,
): Promise<ResultOf<PublishContract> | null> {
  const { id, baseVersion, adopt_company_id } = params;
  const blockers = await loadBlockers(draft.manifest, call);
  if (blockers.length > 0) {
    throw apiError('PUBLISH_BLOCKED', `Publishing is blocked by ${blockers.length} issue(s).`, {
      metadata: { blockers },
    });
  }
  const company = resolveOwnerCompany(head, adopt_company_id, call);
  const revision = publishedHead(draft.revision, params, company, call);
  const { content } = await assembleRevision({ revision, manifest: draft.manifest }, call);
  const issued = head.issued_revision_id === null ? null : await stores.revisions.find(head.issued_revision_id);
  const previous = issued && (await certificates.findHash(issued.revision._id));
  const publishedAt = revision.published_at ?? new Date();
  const { record, content_sha256 } = issueCertificate(content, await certificates.ensureSigningKey(), previous, publishedAt);
  const { name, description, revision_type, published_at, published_by, header, companies } = revision;
  return stores.drafts.publish(
    id,
    { id: revision._id, version },
    { name, description, revision_type, published_at, published_by, header, companies, content_hash: content_sha256 },
    { name: header.name, owner_company_id: header.owner_company_id },
    findNewPointers(draft.manifest, issued),
    async (session) => {
      await certificates.add(record, session);
      const details = {
        revision: { id: revision._id, code: revision.code },
        content_hash: content_sha256,
        baseVersion: baseVersion ?? 'left out',
        ...(company ? { before: { owner_company_id: null }, after: { owner_company_id: company.id } } : {}),
      };
      return call.finish(
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
        },
      );
    },
    () => draftClosedError(params),
  );
}

async function loadBlockers(manifest: Manifest, call: Call): Promise<PublishBlocker[]> {
  const revision_ids = [...new Set(manifest.standards.flatMap((held) => (held.archived ? [] : [held.standard_revision.id])))];
  if (revision_ids.length === 0) return findPublishBlockers(manifest, new Map());
  const { revisions } = await call.call('standards.revisionHeads', { revision_ids });
  return findPublishBlockers(manifest, new Map(revisions.map(({ id, field_count }) => [id, field_count])));
}

/**
 * The company a project without one is given to; null where it has one.
 * @throws project_needs_company, DELEGATED_ACCESS_REFUSED, PERMISSION_DENIED, COMPANY_NOT_ALLOWED, VALIDATION_ERROR
 */
function resolveOwnerCompany(head: ProjectRecord, adopt: number | undefined, call: Call): { id: number; name: string } | null {
  if (adopt !== undefined && !isBrowserSession(call)) throw delegatedAccessRefused();
  if (head.owner_company_id !== null) {
    if (adopt === undefined) return null;
    throw validationError([
      { path: 'adopt_company_id', message: 'The project already belongs to a company. Omit adopt_company_id.' },
    ]);
  }
  if (!isBrowserSession(call)) throw delegatedAccessRefused();
  const { user, company } = call.userPrincipal;
  if (adopt === undefined) {
    const companies = company && head.created_by.userId === user.id ? [company] : [];
    throw apiError(
      'project_needs_company',
      'Choose the company that will own the project and publish again with adopt_company_id.',
      {
        metadata: { companies },
      },
    );
  }
  assertMayChooseCompany(adopt, head, call, 'adopt_company_id');
  return company;
}

interface PublishParams {
  revision_name?: string;
  revision_type?: ProjectRevisionHead['revision_type'];
  description?: string;
}

/** The draft as it reads once published. */
function publishedHead(
  draft: ProjectRevisionHead,
  asked: PublishParams,
  company: { id: number; name: string } | null,
  call: Call,
): ProjectRevisionHead {
  const header = company ? { ...draft.header, owner_company_id: company.id } : draft.header;
  return {
    ...draft,
    is_draft: false,
    version: null,
    name: asked.revision_name || draft.name || `Revision ${draft.code}`,
    description: asked.description ?? draft.description,
    revision_type: asked.revision_type ?? draft.revision_type,
    published_at: new Date(),
    published_by: call.person,
    header,
    companies: company ? selectCompaniesOf(header, [...draft.companies, company]) : draft.companies,
  };
}

/** The datasheet revisions that this publish is the first to point to after the last one. */
function findNewPointers({ datasheets }: Manifest, issued: RevisionWithManifest | null) {
  const before = new Map((issued?.manifest.datasheets ?? []).map((sheet) => [sheet.datasheet_id, sheet.revision_id]));
  return datasheets.filter((sheet) => before.get(sheet.datasheet_id) !== sheet.revision_id);
}
