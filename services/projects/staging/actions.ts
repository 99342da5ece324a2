/** What a revision holds, where it points for one datasheet, and moving the pointers of the draft, for the other services. */
import type { projectsInternal } from '../../../shared/contracts/projects/internal.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { fail, noOpenDraft, notFound, projectArchived } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { presentAccess } from '../access/actions.ts';
import { manifestOf, openProject, type Resources, revisionFor, withoutDraft } from '../access/open-project.ts';
import type { OpenProject } from '../access/rules.ts';
import { EMPTY_MANIFEST, type HeldDatasheet, pinsOf } from '../revisions/manifest.ts';
import type { FullRevision } from '../revisions/repository.ts';
import type { Stores } from '../stores.ts';
import { type Stage, stage } from './rules.ts';

type Contracts = Pick<
  typeof projectsInternal,
  'projects.holding' | 'projects.datasheetPointers' | 'projects.stage' | 'projects.stageOutcome'
>;

const presentDatasheet = ({ version: _, ...pointer }: HeldDatasheet) => pointer;

/** Files take project:upload, everything else of a draft project:draft:edit; a file may also leave with project:update. */
function requirePermissions({ subject }: OpenProject, asked: Stage, call: Call): void {
  const { attachFiles, detachFiles, datasheets, removeDatasheets, pins } = asked;
  if (attachFiles?.length) call.require('project:upload', subject);
  const edits = [datasheets, removeDatasheets, pins].some((moves) => moves !== undefined && moves.length > 0);
  if (edits || (detachFiles?.length && !call.permits('project:update', subject))) call.require('project:draft:edit', subject);
}

/** The handlers by which datasheets and files move the pointers of a draft, and learn later whether they moved (architecture §4). */
export const stagingActions = (stores: Stores): Handlers<Contracts, Resources> => ({
  async 'projects.holding'({ project_id, revision_id }, call) {
    const project = await openProject(stores.projects, project_id, call);
    if (!project) throw notFound();
    const full = await revisionFor(stores.revisions, project, revision_id, call);
    const { standards, datasheets, files, sections } = manifestOf(full);
    return {
      access: presentAccess(project, call),
      revision: full && presentHeld(full),
      standards: standards.map(({ standard_id, name, standard_revision, section_id, archived }) => ({
        standard_id,
        name,
        standard_revision,
        section_id,
        archived,
      })),
      datasheets: datasheets.map(presentDatasheet),
      files,
      sections,
    };
  },

  async 'projects.datasheetPointers'({ project_id, datasheet_id }, call) {
    const project = await openProject(stores.projects, project_id, call);
    if (!project) {
      return { access: null, draft: null, issued: null, published_revision_ids: [], pinned: null, issued_pinned: null };
    }
    const { draft_revision_id, issued_revision_id } = project.head;
    const [draft, issued, published] = await Promise.all([
      draft_revision_id === null ? null : stores.revisions.full(draft_revision_id),
      issued_revision_id === null ? null : stores.revisions.full(issued_revision_id),
      stores.revisions.publishedPointers(project_id, datasheet_id),
    ]);
    // A draft that the head names and that is gone was discarded between the two reads: the published revision stands (X14).
    const open = draft ? project : withoutDraft(project);
    const pointerIn = (full: FullRevision | null): HeldDatasheet | null =>
      full?.manifest.datasheets.find((datasheet) => datasheet.datasheet_id === datasheet_id) ?? null;
    const [inDraft, inIssued] = [pointerIn(draft), pointerIn(issued)];
    const standardId = (inDraft ?? inIssued)?.standard_id;
    const pinIn = (full: FullRevision | null) =>
      (standardId === undefined ? null : pinsOf(full?.manifest ?? EMPTY_MANIFEST).get(standardId)) ?? null;
    return {
      access: presentAccess(open, call),
      draft: inDraft && presentDatasheet(inDraft),
      issued: inIssued && presentDatasheet(inIssued),
      published_revision_ids: published,
      pinned: pinIn(draft ?? issued),
      issued_pinned: pinIn(issued),
    };
  },

  async 'projects.stage'(asked, call) {
    const project = await openProject(stores.projects, asked.project_id, call);
    if (!project) throw notFound();
    requirePermissions(project, asked, call);
    if (project.head.archived_at !== null) throw projectArchived();
    if (project.head.draft_revision_id === null) throw noOpenDraft();
    const { change_id } = asked;
    const { draftId, version } = await stores.drafts
      .change(
        asked.project_id,
        call.person,
        ({ manifest }) => {
          const staged = stage(manifest, asked);
          return { result: null, manifest: staged.manifest, changes: staged.changes };
        },
        async (session) => change_id && stores.outcomes.moved(change_id, session),
      )
      .catch((error: unknown) => {
        throw change_id && isDuplicateKey(error) ? givenUp() : error;
      });
    return { draft_revision_id: draftId, version };
  },

  'projects.stageOutcome': async ({ change_id }) => ({ moved: await stores.outcomes.of(change_id) }),
});

/** Whoever staged it was thought dead meanwhile, and what it had written is gone. */
const givenUp = (): Error => fail('SERVICE_UNAVAILABLE', 'This took too long and was given up; nothing was written. Try again.');

const presentHeld = ({ revision: { _id, code, is_draft, version } }: FullRevision) => ({ id: _id, code, is_draft, version });
