/**
 * Transactions on a project and its draft: create, open, change, publish, discard, archive. Each change of the draft
 * stores a version record, with which stale saves and publishes are compared, and an entry in the project's change feed.
 */
import type { Connection } from 'mongoose';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { noOpenDraft } from '../../../shared/kernel/errors/errors.ts';
import type { ProjectRecord } from '../access/model.ts';
import { projectVersion } from '../access/project-role.ts';
import type { Projects, ProjectUpdate } from '../access/repository.ts';
import type { ProjectChanges } from '../changes/repository.ts';
import type { Manifest } from '../revisions/manifest.ts';
import type { NewDraft } from '../revisions/new-draft.ts';
import type { DraftVersions, ProjectRevisions, PublishedPointers } from '../revisions/repository.ts';
import type {
  BeforeCommit,
  Caller,
  DraftUpdateInput,
  DraftUpdateResult,
  NewProject,
  ProjectUpdateInput,
  ProjectUpdateResult,
  PublishInput,
} from './draft-change.ts';
import { countDifferentDatasheets } from './draft-change.ts';
import { DraftStore } from './draft-store.ts';
import { ProjectTransactions } from './project-transactions.ts';
import { assertNoDraft, draftAlreadyOpen, requireDiscardable } from './state-rules.ts';

export type { DraftState, DraftUpdate, DraftUpdateResult } from './draft-change.ts';

interface Deps {
  connection: Connection;
  projects: Projects;
  revisions: ProjectRevisions;
  versions: DraftVersions;
  pointers: PublishedPointers;
  projectChanges: ProjectChanges;
}

/** The name shown to readers is the draft's until something is published. */
const projectNames = (head: ProjectRecord, { name }: { name: string }): ProjectUpdate => ({
  draft_name: name,
  ...(head.issued_revision_id === null ? { name } : {}),
});

export class Drafts {
  readonly #deps: Deps;
  readonly #transactions: ProjectTransactions;
  readonly #store: DraftStore;

  constructor(deps: Deps) {
    const { projects, revisions, versions, projectChanges } = deps;
    this.#deps = deps;
    this.#transactions = new ProjectTransactions(projects, revisions, projectChanges);
    this.#store = new DraftStore(revisions, versions, projectChanges);
  }

  /** Creates a project. @returns the result of `beforeCommit` */
  createProject<A>({ project, lead, draft, manifest, beforeCommit }: NewProject<A>): Promise<A> {
    return inTransaction(this.#deps.connection, async (session) => {
      await this.#deps.projects.add(project, lead, session);
      await this.#store.insert(draft, manifest, session, 'created');
      return beforeCommit(session);
    });
  }

  /**
   * Opens a draft on a project without one. @returns the result of `beforeCommit`
   * @throws DRAFT_ALREADY_OPEN also for the loser of a race, PROJECT_ARCHIVED, PRECONDITION_FAILED
   */
  async open<A>(
    projectId: number,
    { ifMatch }: Pick<Caller, 'ifMatch'>,
    create: (head: ProjectRecord) => Promise<[NewDraft, Manifest]>,
    beforeCommit: BeforeCommit<NewDraft, A>,
  ): Promise<A> {
    try {
      return await this.#transactions.onActiveProject(projectId, async (head, session) => {
        await this.#transactions.assertUnchanged(head, ifMatch, session);
        assertNoDraft(head);
        const [draft, manifest] = await create(head);
        await this.#store.insert(draft, manifest, session, 'draft_opened');
        const pointer = { draft_revision_id: draft._id, draft_name: draft.header.name };
        await this.#deps.projects.change(projectId, pointer, session);
        await this.#transactions.startTrial(head, draft.created_by, session);
        return beforeCommit(session, draft);
      });
    } catch (error) {
      if (isDuplicateKey(error)) throw draftAlreadyOpen();
      throw error;
    }
  }

  /**
   * Changes the open draft.
   * @throws NO_OPEN_DRAFT or `closedError`, PROJECT_ARCHIVED, PRECONDITION_FAILED, and any error of `decide`:
   * nothing is written then
   */
  async update<T>({
    decide,
    beforeCommit,
    closedError = noOpenDraft,
    ifMatch = null,
    ...input
  }: DraftUpdateInput<T>): Promise<DraftUpdateResult<T>> {
    const toDraftResult = ({ draft, ...outcome }: ProjectUpdateResult<T>): DraftUpdateResult<T> => {
      if (!draft) throw closedError();
      return { ...outcome, draft };
    };
    const outcome = await this.updateProject<T>({
      ...input,
      decide({ draft, ...state }) {
        if (!draft) throw closedError();
        assertIfMatch(ifMatch, draft.revision.version);
        return decide({ ...state, ...draft });
      },
      beforeCommit: async (session, written) => beforeCommit?.(session, toDraftResult(written)),
    });
    return toDraftResult(outcome);
  }

  /**
   * Changes the project, and its draft if one is open.
   * @throws PROJECT_ARCHIVED, PRECONDITION_FAILED and any error of `decide`
   */
  updateProject<T>({
    projectId,
    by,
    decide,
    beforeCommit,
    ifMatch = null,
    startsTrial = true,
  }: ProjectUpdateInput<T>): Promise<ProjectUpdateResult<T>> {
    const { revisions } = this.#deps;
    return this.#transactions.onActiveProject(projectId, async (head, session) => {
      const draft = await revisions.find(head.draft_revision_id, session);
      assertIfMatch(ifMatch, projectVersion(head, draft?.revision ?? null));
      const { result, ...decided } = await decide({ head, draft, session });
      const { changes, header, project, projectChanges = [] } = decided;
      const isDraftChanged = draft !== null && changes.length > 0;
      const version = isDraftChanged
        ? await this.#store.change(draft.revision, decided, by, session)
        : (draft?.revision.version ?? '');
      const outcome = { result, draft: draft && { id: draft.revision._id, version } };
      if (!isDraftChanged && !project) return { ...outcome, changed: false };
      const update = { ...(header && projectNames(head, header.header)), ...project };
      if (header || project) await this.#transactions.changeProject(head, update, by, session);
      for (const { once, ...change } of projectChanges) {
        const record = { ...change, by, revision: null };
        await this.#deps.projectChanges.recordOnce(once, projectId, record, session);
      }
      if (startsTrial) await this.#transactions.startTrial(head, by, session);
      const written = { ...outcome, changed: true };
      await beforeCommit?.(session, written);
      return written;
    });
  }

  /**
   * Seals the open draft and moves the published pointer, if the draft is still at this version.
   * @returns the result of `beforeCommit`; null when the draft has another version by now: nothing is written
   * then
   */
  publish<A>({
    projectId,
    draft,
    revision,
    project,
    pointers,
    beforeCommit,
    closedError,
    by,
    code,
  }: PublishInput<A>): Promise<A | null> {
    const { revisions, pointers: publishedPointers, projectChanges } = this.#deps;
    return this.#transactions.onActiveProject(projectId, async (head, session) => {
      if (head.draft_revision_id !== draft.id) throw closedError();
      if (!(await revisions.changeDraft(draft, { ...revision, is_draft: false, version: null }, session)))
        return null;
      await publishedPointers.add(projectId, pointers, session);
      const moved = {
        ...project,
        draft_revision_id: null,
        draft_name: null,
        issued_revision_id: draft.id,
        // The published draft has the sections and lacks the files.
        adopted_sections: [],
        deleted_files: [],
      };
      await this.#transactions.changeProject(head, moved, by, session);
      await this.#transactions.startTrial(head, by, session);
      const published = { kind: 'published', by, revision: { id: draft.id, code } } as const;
      await projectChanges.record(projectId, published, session);
      return beforeCommit(session);
    });
  }

  /**
   * Discards the open draft.
   * @throws NO_OPEN_DRAFT, DRAFT_IS_ONLY_REVISION, PROJECT_ARCHIVED, PRECONDITION_FAILED
   */
  discard<A>(
    projectId: number,
    { person: by, ifMatch }: Caller,
    beforeCommit: BeforeCommit<{ discarded: number; current: number; datasheets: number }, A>,
  ): Promise<A> {
    return this.#transactions.onActiveProject(projectId, async (head, session) => {
      if (head.draft_revision_id === null) throw noOpenDraft();
      await this.#transactions.assertUnchanged(head, ifMatch, session);
      const { discarded, current } = requireDiscardable(head);
      const { revisions, projectChanges } = this.#deps;
      const draft = await revisions.find(discarded, session);
      const issued = await revisions.find(current, session);
      await revisions.deleteDraft(discarded, session);
      const revision = { id: discarded, code: draft?.revision.code ?? '' };
      await projectChanges.record(projectId, { kind: 'draft_discarded', by, revision }, session);
      await this.#deps.projects.change(projectId, { draft_revision_id: null, draft_name: null }, session);
      await this.#transactions.startTrial(head, by, session);
      const datasheets = countDifferentDatasheets(draft?.manifest, issued?.manifest);
      return beforeCommit(session, { discarded, current, datasheets });
    });
  }

  /**
   * Archives or unarchives the project. A concurrent change of the draft is committed before or fails with
   * PROJECT_ARCHIVED.
   * @throws PRECONDITION_FAILED and any error of `decide`: nothing is written then
   */
  changeArchival<A>(
    projectId: number,
    { person: by, ifMatch }: Caller,
    decide: (head: ProjectRecord) => ProjectUpdate,
    beforeCommit: BeforeCommit<ProjectUpdate, A>,
  ): Promise<A> {
    const { projects, revisions, projectChanges } = this.#deps;
    return this.#transactions.onProject(projectId, async (head, session) => {
      await this.#transactions.assertUnchanged(head, ifMatch, session);
      const update = decide(head);
      await projects.change(projectId, update, session);
      if (head.draft_revision_id !== null) await revisions.advanceSequence(head.draft_revision_id, session);
      const kind = update.archived_at ? 'archived' : 'unarchived';
      await projectChanges.record(projectId, { kind, by, revision: null }, session);
      return beforeCommit(session, update);
    });
  }
}
