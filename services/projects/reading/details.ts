/** GET /api/projects/details/:id in its shapes (document 3; decisions P13). */

import type { projectsReading } from '../../../shared/contracts/projects/reading.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { LIST_CAP } from '../../../shared/contracts/shapes.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { noOpenDraft } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import type { ProjectRecord } from '../access/model.ts';
import { permitsOn, type Resources, revisionFor } from '../access/open-project.ts';
import type { OpenProject } from '../access/rules.ts';
import { presentHeader, presentRevision } from '../header/present.ts';
import type { RevisionHead } from '../revisions/model.ts';
import type { FullRevision } from '../revisions/repository.ts';
import type { Stores } from '../stores.ts';
import { listDatasheets, listStandards } from './present.ts';

type Contracts = Pick<typeof projectsReading, 'projects.details'>;
type Answer = Infer<Contracts['projects.details']['returns']>;

/** The handler that shows a project: its header, or with shape=v2 all it holds (P13). */
export const detailsActions = (stores: Stores): Handlers<Contracts, Resources> => ({
  async 'projects.details'({ format, shape, draft, revisionId }, call, project): Promise<Answer> {
    if (shape === 'v2') return consolidated(stores, project, revisionId, draft ?? false, call);
    const full = await revisionFor(stores.revisions, project, revisionId, call);
    const { head } = project;
    if (!full)
      return format === 'compact' ? compactOf(head._id, head.name, null) : { id: head._id, name: head.name, revision: null };
    const { revision } = full;
    if (format === 'compact') return compactOf(head._id, revision.header.name, revision);
    return {
      ...(await stateOf(stores, project, revision, revisionId, call)),
      ...presentHeader(revision.header, revision.companies),
    };
  },
});

/** A read that names a published revision shows nothing of today, so that it never changes. */
const isPinned = (revision: RevisionHead, asked: number | undefined): boolean => asked !== undefined && !revision.is_draft;

async function stateOf(
  { revisions }: Stores,
  project: OpenProject,
  revision: RevisionHead,
  asked: number | undefined,
  call: Call,
) {
  const { head, role } = project;
  const pinned = { id: head._id, revision: presentRevision(revision) };
  if (isPinned(revision, asked)) return pinned;
  return {
    ...pinned,
    role,
    current_revision_id: head.issued_revision_id,
    archived: head.archived_at !== null,
    archived_at: head.archived_at?.toISOString() ?? null,
    retention_until: head.retention_until?.toISOString() ?? null,
    ...(await draftVersionFor(revisions, project, revision, call)),
  };
}

/** For those who may edit or publish. */
async function draftVersionFor(revisions: Stores['revisions'], project: OpenProject, shown: RevisionHead, call: Call) {
  const permits = permitsOn(call, project);
  if (!permits('project:draft:edit') && !permits('project:publish')) return {};
  const draftId = project.head.draft_revision_id;
  if (draftId === null) return { draftVersion: null };
  const draft = shown._id === draftId ? shown : await revisions.head(draftId);
  return { draftVersion: draft?.version ?? null };
}

function compactOf(id: number, name: string, revision: RevisionHead | null): Answer {
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

/** The open draft, for whoever may edit it; the published revision where the draft was discarded just now. @throws NO_OPEN_DRAFT */
async function openDraft({ revisions }: Stores, head: ProjectRecord): Promise<FullRevision | null> {
  if (head.draft_revision_id === null) throw noOpenDraft();
  const draft = await revisions.full(head.draft_revision_id);
  return draft ?? (head.issued_revision_id === null ? null : revisions.full(head.issued_revision_id));
}

/** shape=v2: the published revision, else the draft; with draft=1 the draft, for its authors alone. */
async function consolidated(
  stores: Stores,
  project: OpenProject,
  asked: number | undefined,
  draft: boolean,
  call: Call,
): Promise<Answer> {
  if (draft) call.require('project:draft:edit', project.subject);
  const { head } = project;
  const isOfDraft = draft && (asked === undefined || asked === head.draft_revision_id);
  const full = isOfDraft
    ? await openDraft(stores, head)
    : await revisionFor(stores.revisions, project, asked ?? head.issued_revision_id ?? undefined, call);
  if (!full) return { id: head._id, name: head.name, revision: null };
  const { revision, manifest } = full;
  const members = isPinned(revision, asked) ? [] : await stores.projects.members(head._id, LIST_CAP);
  return {
    id: head._id,
    header: {
      ...(await stateOf(stores, project, revision, asked, call)),
      ...presentHeader(revision.header, revision.companies),
    },
    standards: listStandards(manifest).slice(0, LIST_CAP),
    datasheets: listDatasheets(manifest).slice(0, LIST_CAP),
    members: members.map(({ user_id, name, role, company_id }) => ({ user_id, name, role, company_id })),
  };
}
