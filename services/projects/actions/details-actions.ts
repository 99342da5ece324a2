/**
 * Handler of `projects.details`: the header of a project, compact or verbose, or with shape v2 its header,
 * standards, datasheets and members.
 */
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { ParamsOf } from '../../../shared/contracts/endpoint.ts';
import type { projectReadEndpoints } from '../../../shared/contracts/projects/reading.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { noOpenDraft } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { allowedActions } from '../../../shared/kernel/service/resource-checks.ts';
import { callerChecks } from '../access/caller-rules.ts';
import {
  findReadableRevision,
  isAllowedOn,
  type ProjectsResources,
  stateOf,
} from '../access/load-project.ts';
import type { ProjectRecord } from '../access/model.ts';
import { presentMember } from '../access/present.ts';
import { type LoadedProject, projectVersion } from '../access/project-role.ts';
import { stateChecks } from '../drafts/state-rules.ts';
import { presentHeader } from '../header/present.ts';
import type { ProjectsService } from '../open-projects.ts';
import type { ProjectRevisionHead } from '../revisions/model.ts';
import { listDatasheets, listStandards, presentProjectRevision } from '../revisions/present.ts';
import type { ProjectRevisions, RevisionWithManifest } from '../revisions/repository.ts';

type Contracts = Pick<typeof projectReadEndpoints, 'projects.details'>;
type DetailsResult = Infer<Contracts['projects.details']['returns']>;

export const detailsActions = (service: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.details'(params, ctx, project): Promise<DetailsResult> {
    const result = await presentDetails(service, params, project, ctx);
    // Without a draft the result has no version that a write can compare.
    const { head } = project;
    const version = head.draft_revision_id === null ? projectVersion(head, null) : null;
    if (version !== null && params.revisionId === undefined) ctx.revalidate(version, result);
    return result;
  },
});

async function presentDetails(
  service: ProjectsService,
  { format, shape, draft, revisionId }: ParamsOf<Contracts['projects.details']>,
  project: LoadedProject,
  ctx: RequestContext,
): Promise<DetailsResult> {
  if (shape === 'v2') return presentConsolidated(service, project, revisionId, draft ?? false, ctx);
  const full = await findReadableRevision(service.revisions, project, revisionId, ctx);
  const { head } = project;
  if (!full)
    return format === 'compact'
      ? presentCompact(head._id, head.name, null)
      : presentUnissued(service.revisions, project, ctx);
  const { revision } = full;
  if (format === 'compact') return presentCompact(head._id, revision.header.name, revision);
  return {
    ...(await presentState(service.revisions, project, revision, revisionId, ctx)),
    ...presentHeader(revision.header, revision.companies),
  };
}

/** For callers who may not view the draft. Editors among them need its version. */
async function presentUnissued(revisions: ProjectRevisions, project: LoadedProject, ctx: RequestContext) {
  const { _id: id, name } = project.head;
  return { id, name, revision: null, ...(await loadDraftVersion(revisions, project, null, ctx)) };
}

/** A read of a published revision by its id shows no current state, so that it never changes. */
const isPublishedRead = (revision: ProjectRevisionHead, requested: number | undefined): boolean =>
  requested !== undefined && !revision.is_draft;

async function presentState(
  revisions: ProjectRevisions,
  project: LoadedProject,
  revision: ProjectRevisionHead,
  requested: number | undefined,
  ctx: RequestContext,
) {
  const { head, role } = project;
  const pinned = { id: head._id, revision: presentProjectRevision(revision) };
  if (isPublishedRead(revision, requested)) return pinned;
  return {
    ...pinned,
    role,
    current_revision_id: head.issued_revision_id,
    archived: head.archived_at !== null,
    archived_at: head.archived_at?.toISOString() ?? null,
    retention_until: head.retention_until?.toISOString() ?? null,
    archived_reason: head.archived_reason,
    allowed_actions: allowedActions('project', stateOf(project), ctx, {
      ...stateChecks(head),
      ...callerChecks(project, ctx),
    }),
    ...(await loadDraftVersion(revisions, project, revision, ctx)),
  };
}

/** The version of the draft, for callers who may edit or publish it. */
async function loadDraftVersion(
  revisions: ProjectRevisions,
  project: LoadedProject,
  shown: ProjectRevisionHead | null,
  ctx: RequestContext,
) {
  const isAllowed = isAllowedOn(ctx, project);
  if (!isAllowed('project:draft:edit') && !isAllowed('project:publish')) return {};
  const draftId = project.head.draft_revision_id;
  if (draftId === null) return { draftVersion: null };
  const draft = shown?._id === draftId ? shown : await revisions.findHead(draftId);
  return { draftVersion: draft?.version ?? null };
}

function presentCompact(id: number, name: string, revision: ProjectRevisionHead | null): DetailsResult {
  const header = revision && presentHeader(revision.header, revision.companies);
  return {
    id,
    name,
    vertical: header?.vertical ?? null,
    status: header?.status ?? null,
    revision_code: revision?.code ?? null,
    city: header?.address_city ?? null,
    state: header?.address_state ?? null,
  };
}

/** The open draft; the published revision when the draft was just discarded. @throws NO_OPEN_DRAFT */
async function loadOpenDraft(
  revisions: ProjectRevisions,
  head: ProjectRecord,
): Promise<RevisionWithManifest | null> {
  if (head.draft_revision_id === null) throw noOpenDraft();
  const draft = await revisions.find(head.draft_revision_id);
  return draft ?? revisions.find(head.issued_revision_id);
}

/** shape=v2: the published revision, else the draft; with draft=1 the draft, for its editors only. */
async function presentConsolidated(
  { projects, revisions }: ProjectsService,
  project: LoadedProject,
  requested: number | undefined,
  draft: boolean,
  ctx: RequestContext,
): Promise<DetailsResult> {
  if (draft) ctx.assertAllowed('project:draft:edit', project.subject);
  const { head } = project;
  const isOfDraft = draft && (requested === undefined || requested === head.draft_revision_id);
  const full = isOfDraft
    ? await loadOpenDraft(revisions, head)
    : await findReadableRevision(revisions, project, requested ?? head.issued_revision_id ?? undefined, ctx);
  if (!full) return presentUnissued(revisions, project, ctx);
  const { revision, manifest } = full;
  const members = isPublishedRead(revision, requested)
    ? []
    : await projects.listMembers(head._id, MAX_UNPAGED_ROWS);
  const now = new Date();
  return {
    id: head._id,
    header: {
      ...(await presentState(revisions, project, revision, requested, ctx)),
      ...presentHeader(revision.header, revision.companies),
    },
    standards: listStandards(manifest).slice(0, MAX_UNPAGED_ROWS),
    datasheets: listDatasheets(manifest).slice(0, MAX_UNPAGED_ROWS),
    members: members.map((row) => presentMember(row, head.owner_company_id, now)),
  };
}
