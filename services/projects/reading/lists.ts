/** Lists: projects by access level, verticals and statuses, revisions, and what a revision holds (document 3; P2, P4, P13). */
import type { ProjectRole } from '../../../shared/contracts/permissions.ts';
import type { projectsReading } from '../../../shared/contracts/projects/reading.ts';
import type { projectRow } from '../../../shared/contracts/projects/shapes.ts';
import { STATUSES, VERTICALS, wordOf } from '../../../shared/contracts/projects/words.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { LIST_CAP } from '../../../shared/contracts/shapes.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { hashCanonical } from '../../../shared/revisioning/canonical.ts';
import type { ProjectRecord } from '../access/model.ts';
import { manifestOf, permitsOn, type Resources, revisionFor } from '../access/open-project.ts';
import { reachedProjects } from '../access/reached.ts';
import { presentRevision } from '../header/present.ts';
import type { RevisionHead } from '../revisions/model.ts';
import type { FullRevision } from '../revisions/repository.ts';
import type { Stores } from '../stores.ts';
import { listDatasheets, listStandards } from './present.ts';

type Contracts = Omit<typeof projectsReading, 'projects.details'>;
type Row = Infer<typeof projectRow>;

interface ListedProject {
  head: ProjectRecord;
  role: ProjectRole;
}

const numbered = (words: readonly string[]) => words.map((name, index) => ({ id: index + 1, name }));

/** The handlers of lists: projects, and what one holds. */
export const listActions = (stores: Stores): Handlers<Contracts, Resources> => ({
  async 'projects.list'(_params, call) {
    const groups = await reachedByGroup(stores, call);
    const rows = await presentRows(stores, Object.values(groups).flat(), call);
    const show = (reached: ListedProject[]): Row[] => reached.flatMap(({ head }) => rows.get(head._id) ?? []).slice(0, LIST_CAP);
    const { owned, company, shared } = groups;
    const shown = { owned: show(owned), company: show(company), shared: show(shared) };
    const total = shown.owned.length + shown.company.length + shown.shared.length;
    return { ...shown, total, truncated: [owned, company, shared].some((group) => group.length > LIST_CAP) };
  },

  async 'projects.verticalTypes'() {
    return { vertical_types: numbered(VERTICALS), total: VERTICALS.length };
  },

  async 'projects.statusTypes'() {
    return { status_types: numbered(STATUSES), total: STATUSES.length };
  },

  async 'projects.revisions'({ id }, call, project) {
    const withDraft = permitsOn(call, project)('project:draft:view');
    const { rows, total } = await stores.revisions.page(id, withDraft, LIST_CAP);
    return {
      revisions: rows.map(presentRevision),
      current_revision_id: project.head.issued_revision_id,
      total,
      truncated: total > rows.length,
    };
  },

  async 'projects.standards.list'({ revisionId, searchQuery, include_archived }, call, project) {
    const full = await revisionFor(stores.revisions, project, revisionId, call);
    const standards = listStandards(manifestOf(full), {
      ...(searchQuery === undefined ? {} : { searchQuery }),
      includeArchived: include_archived ?? false,
    });
    return {
      standards: standards.slice(0, LIST_CAP),
      revision_id: full?.revision._id ?? null,
      total: standards.length,
      truncated: standards.length > LIST_CAP,
    };
  },

  async 'projects.datasheets.list'({ revisionId, searchQuery, include_archived, format }, call, project) {
    const full = await revisionFor(stores.revisions, project, revisionId, call);
    const found = listDatasheets(manifestOf(full), {
      ...(searchQuery === undefined ? {} : { searchQuery }),
      includeArchived: include_archived ?? false,
    });
    const cut = { datasheets: found.slice(0, LIST_CAP), truncated: found.length > LIST_CAP };
    if (format === 'verbose') return { ...cut, revision_id: full?.revision._id ?? null, total: found.length };
    return {
      ...cut,
      project: full?.revision.header.name ?? project.head.name,
      revision: full ? Number(full.revision.code) : null,
      fingerprint: full && fingerprintOf(full),
    };
  },
});

/** Says which revision a list was read from: the content hash of a published one, of a draft the hash of what it points to. */
const fingerprintOf = ({ revision, manifest }: FullRevision): string => revision.content_hash ?? hashCanonical(manifest);

/** Each project once, in its strongest group (P4, P13): led by the caller, through the company, by membership. */
async function reachedByGroup(
  { projects }: Stores,
  call: Call,
): Promise<Record<'owned' | 'company' | 'shared', ListedProject[]>> {
  const limits = { given: 3 * LIST_CAP, owned: LIST_CAP + 1 };
  const reached = await reachedProjects(projects, call.principal, limits);
  const others = await projects.heads(reached.flatMap(({ project_id, owned }) => (owned ? [] : project_id)));
  const byId = new Map(others.map((head) => [head._id, head]));
  const groups: Record<'owned' | 'company' | 'shared', ListedProject[]> = { owned: [], company: [], shared: [] };
  for (const { project_id, role, owned } of reached) {
    const head = owned ?? byId.get(project_id);
    const group = role === 'ProjectOwner' ? 'owned' : owned ? 'company' : 'shared';
    if (head) groups[group].push({ head, role });
  }
  return groups;
}

/** Rows by project id, each from the newest revision the caller sees of it. */
async function presentRows({ revisions }: Stores, reached: ListedProject[], call: Call): Promise<Map<number, Row>> {
  const shown = reached.map(({ head, role }) => {
    const seesDraft = call.permits('project:draft:view', { kind: 'project', role });
    return { head, role, revisionId: (seesDraft ? head.draft_revision_id : null) ?? head.issued_revision_id };
  });
  const found = await revisions.heads(shown.flatMap(({ revisionId }) => revisionId ?? []));
  const byId = new Map(found.map((revision) => [revision._id, revision]));
  return new Map(
    shown.map(({ head, role, revisionId }) => [head._id, presentRow(head, role, byId.get(revisionId ?? 0) ?? null)]),
  );
}

function presentRow(head: ProjectRecord, role: ProjectRole, revision: RevisionHead | null): Row {
  const header = revision?.header ?? null;
  return {
    id: head._id,
    name: header?.name ?? head.name,
    vertical: wordOf(VERTICALS, header?.vertical_id ?? null),
    status: wordOf(STATUSES, header?.status_id ?? null),
    revision_code: revision?.code ?? null,
    city: header?.address_city ?? null,
    state: header?.address_state ?? null,
    role,
    archived: head.archived_at !== null,
  };
}
