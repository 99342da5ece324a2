/** Publishing: checks in the order of decisions P6, then one transaction whose cost does not depend on the datasheets. */
import type { Params, Result } from '../../../shared/contracts/endpoint.ts';
import type { projectsWriting } from '../../../shared/contracts/projects/writing.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { untilWritten } from '../../../shared/kernel/database/until-written.ts';
import { draftClosed, fail, noOpenDraft } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { invalid } from '../../../shared/kernel/params.ts';
import type { ProjectRecord } from '../access/model.ts';
import type { Resources } from '../access/open-project.ts';
import { certify } from '../certificates/certify.ts';
import type { Certificates } from '../certificates/repository.ts';
import { assemble } from '../export/assemble.ts';
import { delegatedAccessRefused, isBrowserSession, requireCompanyChoice } from '../header/choose-company.ts';
import { sealCompanies } from '../header/companies.ts';
import { isEmpty, type Manifest } from '../revisions/manifest.ts';
import type { RevisionHead } from '../revisions/model.ts';
import type { FullRevision } from '../revisions/repository.ts';
import type { Stores } from '../stores.ts';
import { type Blocker, findBlockers } from './readiness.ts';
import { staleDraft } from './stale.ts';

type Publish = (typeof projectsWriting)['projects.publish'];
type Contracts = Pick<typeof projectsWriting, 'projects.publish' | 'projects.publishReadiness'>;

/** How often a publish that named no version starts over because the draft moved meanwhile. */
const ROUNDS = 5;

/** The handlers that say what blocks publishing, and publish (P6, P15). */
export const publishActions = (stores: Stores, certificates: Certificates): Handlers<Contracts, Resources> => ({
  async 'projects.publishReadiness'(_params, call, { head }) {
    const draft = head.draft_revision_id === null ? null : await stores.revisions.full(head.draft_revision_id);
    const needsCompany = head.owner_company_id === null;
    if (!draft) return { hasDraft: false, empty: true, ready: false, blockers: [], needsCompany, version: null };
    const blockers = await blockersOf(draft.manifest, call);
    return {
      hasDraft: true,
      empty: isEmpty(draft.manifest),
      ready: blockers.length === 0,
      blockers,
      needsCompany,
      version: draft.revision.version,
    };
  },

  'projects.publish'(params, call) {
    const { id, baseVersion } = params;
    let tried: Tried | null = null;
    return untilWritten(
      async () => {
        const head = await stores.projects.head(id);
        const draft = head?.draft_revision_id ? await stores.revisions.full(head.draft_revision_id) : null;
        if (!head || !draft || draft.revision.version === null) throw closedFor(params);
        tried = { id: draft.revision._id, version: draft.revision.version };
        if (baseVersion !== undefined && baseVersion !== tried.version) {
          throw await staleDraft(draft.revision, baseVersion, stores.revisions);
        }
        return seal(stores, certificates, { head, draft, version: tried.version }, params, call);
      },
      {
        // One that names its version publishes that or nothing.
        rounds: baseVersion === undefined ? ROUNDS : 1,
        async overtaken() {
          const now = tried && (await stores.revisions.head(tried.id));
          return tried && now?.is_draft ? staleDraft(now, tried.version, stores.revisions) : closedFor(params);
        },
      },
    );
  },
});

interface Tried {
  id: number;
  version: string;
}

const closedFor = ({ baseVersion }: Params<Publish>): Error => (baseVersion === undefined ? noOpenDraft() : draftClosed());

/** Seals the draft as it was read; null when it moved meanwhile. @throws PUBLISH_BLOCKED and what `chooseCompany` throws */
async function seal(
  stores: Stores,
  certificates: Certificates,
  { head, draft, version }: { head: ProjectRecord; draft: FullRevision; version: string },
  params: Params<Publish>,
  call: Call,
): Promise<Result<Publish> | null> {
  const { id, baseVersion, adopt_company_id } = params;
  const blockers = await blockersOf(draft.manifest, call);
  if (blockers.length > 0) {
    throw fail('PUBLISH_BLOCKED', `${blockers.length} blocker(s) stand in the way of publishing.`, {
      metadata: { blockers },
    });
  }
  const company = chooseCompany(head, adopt_company_id, call);
  const revision = sealedHead(draft.revision, params, company, call);
  const { content } = await assemble({ revision, manifest: draft.manifest }, call);
  const issued = head.issued_revision_id === null ? null : await stores.revisions.full(head.issued_revision_id);
  const previous = issued && (await certificates.hashOf(issued.revision._id));
  const publishedAt = revision.published_at ?? new Date();
  const { record, content_sha256 } = certify(content, await certificates.signingKey(), previous, publishedAt);
  const { name, description, revision_type, published_at, published_by, header, companies } = revision;
  return stores.drafts.seal(
    id,
    { id: revision._id, version },
    { name, description, revision_type, published_at, published_by, header, companies, content_hash: content_sha256 },
    { name: header.name, owner_company_id: header.owner_company_id },
    newPointers(draft.manifest, issued),
    async (session) => {
      await certificates.add(record, session);
      const details = {
        revision: { id: revision._id, code: revision.code },
        content_hash: content_sha256,
        baseVersion: baseVersion ?? 'left out',
        ...(company ? { before: { owner_company_id: null }, after: { owner_company_id: company.id } } : {}),
      };
      return call.conclude(
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
    () => closedFor(params),
  );
}

async function blockersOf(manifest: Manifest, call: Call): Promise<Blocker[]> {
  const revision_ids = [...new Set(manifest.standards.flatMap((held) => (held.archived ? [] : [held.standard_revision.id])))];
  if (revision_ids.length === 0) return findBlockers(manifest, new Map());
  const { revisions } = await call.call('standards.revisionHeads', { revision_ids });
  return findBlockers(manifest, new Map(revisions.map(({ id, field_count }) => [id, field_count])));
}

/**
 * The company a project without one is given to; null where it has one.
 * @throws project_needs_company, DELEGATED_ACCESS_REFUSED, PERMISSION_DENIED, COMPANY_NOT_ALLOWED, VALIDATION_ERROR
 */
function chooseCompany(head: ProjectRecord, adopt: number | undefined, call: Call): { id: number; name: string } | null {
  if (adopt !== undefined && !isBrowserSession(call)) throw delegatedAccessRefused();
  if (head.owner_company_id !== null) {
    if (adopt === undefined) return null;
    throw invalid([
      { path: 'adopt_company_id', message: 'The project belongs to a company already. Leave adopt_company_id out.' },
    ]);
  }
  if (!isBrowserSession(call)) throw delegatedAccessRefused();
  const { user, company } = call.user;
  if (adopt === undefined) {
    const companies = company && head.created_by.userId === user.id ? [company] : [];
    throw fail(
      'project_needs_company',
      'Choose the company the project is to belong to, and publish again with adopt_company_id.',
      {
        metadata: { companies },
      },
    );
  }
  requireCompanyChoice(adopt, head, call, 'adopt_company_id');
  return company;
}

interface PublishParams {
  revision_name?: string;
  revision_type?: RevisionHead['revision_type'];
  description?: string;
}

/** The draft as it reads once published. */
function sealedHead(
  draft: RevisionHead,
  asked: PublishParams,
  company: { id: number; name: string } | null,
  call: Call,
): RevisionHead {
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
    companies: company ? sealCompanies(header, [...draft.companies, company]) : draft.companies,
  };
}

/** The datasheet revisions that this publish is the first to point to after the last one. */
function newPointers({ datasheets }: Manifest, issued: FullRevision | null) {
  const before = new Map((issued?.manifest.datasheets ?? []).map((sheet) => [sheet.datasheet_id, sheet.revision_id]));
  return datasheets.filter((sheet) => before.get(sheet.datasheet_id) !== sheet.revision_id);
}
