/**
 * The one place where the open draft of a project changes. Every change is one transaction that reads the draft, decides, writes it
 * under a new version and remembers what happened, so that a stale save can be merged and a stale publish told what moved.
 */
import type { ClientSession, Connection } from 'mongoose';
import { KeyedMutex } from '../../../shared/kernel/database/keyed-mutex.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { apiError, noOpenDraft, projectArchived } from '../../../shared/kernel/errors/errors.ts';
import type { Person } from '../../../shared/kernel/service/call.ts';
import { newVersion } from '../../../shared/revisioning/opaque-version.ts';
import type { MembershipRecord, ProjectRecord } from '../access/model.ts';
import type { Projects, ProjectUpdate } from '../access/repository.ts';
import { type Manifest, packManifest, toStandardPins } from '../revisions/manifest.ts';
import {
  type DraftChange,
  draftVersionModel,
  type ProjectRevisionHead,
  projectRevisionModel,
  publishedPointersModel,
} from '../revisions/model.ts';
import type { NewDraft } from '../revisions/new-draft.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';

/** The open draft as a change finds it. */
export interface DraftState {
  head: ProjectRecord;
  revision: ProjectRevisionHead;
  manifest: Manifest;
  session: ClientSession;
}

/** What a change does; nothing is written when `changes` is empty. */
export interface DraftUpdate<T> {
  result: T;
  changes: DraftChange[];
  manifest?: Manifest;
  header?: Pick<ProjectRevisionHead, 'header' | 'companies' | 'header_edits'>;
  /** What else changes on the project itself. */
  project?: ProjectUpdate;
}

export interface DraftUpdateResult<T> {
  result: T;
  /** Whether anything was written, and its account with it: a run that was rolled back and done over does not count. */
  changed: boolean;
  draftId: number;
  version: string;
}

/** Runs in the transaction of a change, with what came of it: its audit entry, and the answer the change is to return. */
export type BeforeCommit<T, A> = (session: ClientSession, outcome: T) => Promise<A>;

/** The name readers see is the draft's until something is published. */
const projectNames = (head: ProjectRecord, { name }: { name: string }): ProjectUpdate => ({
  draft_name: name,
  ...(head.issued_revision_id === null ? { name } : {}),
});

const sectionIds = (manifest: Manifest): number[] => manifest.sections.map(({ id }) => id);
const standardIds = (manifest: Manifest): number[] => manifest.standards.map(({ standard_id }) => standard_id);

export class Drafts {
  readonly #connection: Connection;
  readonly #projects: Projects;
  readonly #revisionRepository: ProjectRevisions;
  readonly #revisions: ReturnType<typeof projectRevisionModel>;
  readonly #versions: ReturnType<typeof draftVersionModel>;
  readonly #pointers: ReturnType<typeof publishedPointersModel>;
  readonly #mutex = new KeyedMutex();

  constructor(connection: Connection, projects: Projects, revisions: ProjectRevisions) {
    this.#connection = connection;
    this.#projects = projects;
    this.#revisionRepository = revisions;
    this.#revisions = projectRevisionModel(connection);
    this.#versions = draftVersionModel(connection);
    this.#pointers = publishedPointersModel(connection);
  }

  /** A new project with its first draft and its lead. */
  async createProject<A>(
    project: ProjectRecord,
    lead: MembershipRecord,
    draft: NewDraft,
    manifest: Manifest,
    account: BeforeCommit<void, A>,
  ): Promise<A> {
    return inTransaction(this.#connection, async (session) => {
      await this.#projects.add(project, lead, session);
      await this.#insert(draft, manifest, session);
      return account(session);
    });
  }

  /**
   * Opens a draft on a project that has none.
   * @throws DRAFT_ALREADY_OPEN also for the loser of a race, PROJECT_ARCHIVED
   */
  async open<A>(
    projectId: number,
    make: (head: ProjectRecord) => Promise<[NewDraft, Manifest]>,
    account: BeforeCommit<NewDraft, A>,
  ): Promise<A> {
    const alreadyOpen = apiError('DRAFT_ALREADY_OPEN', 'A draft is already open. Publish or discard it before opening another.');
    try {
      return await this.#runInTransaction(projectId, async (head, session) => {
        if (head.draft_revision_id !== null) throw alreadyOpen;
        const [draft, manifest] = await make(head);
        await this.#insert(draft, manifest, session);
        await this.#projects.update(projectId, { draft_revision_id: draft._id, draft_name: draft.header.name }, session);
        return account(session, draft);
      });
    } catch (error) {
      if (isDuplicateKey(error)) throw alreadyOpen;
      throw error;
    }
  }

  /**
   * Changes the open draft. `decide` may run more than once and sees the draft as it is then.
   * @throws NO_OPEN_DRAFT, PROJECT_ARCHIVED, and whatever `decide` throws: nothing is written then
   */
  async update<T>(
    projectId: number,
    by: Person,
    decide: (state: DraftState) => Promise<DraftUpdate<T>> | DraftUpdate<T>,
    account?: BeforeCommit<DraftUpdateResult<T>, unknown>,
    closed: () => Error = noOpenDraft,
  ): Promise<DraftUpdateResult<T>> {
    return this.#runInTransaction(projectId, async (head, session) => {
      const { revision, manifest } = await this.#requireOpenDraft(head, session, closed);
      const { result, changes, header, project, ...rest } = await decide({ head, revision, manifest, session });
      if (changes.length === 0) return { result, changed: false, draftId: revision._id, version: revision.version ?? '' };
      const version = newVersion();
      const sequence = revision.sequence + 1;
      await this.#revisions.updateOne(
        { _id: revision._id, is_draft: true, sequence: revision.sequence },
        {
          $set: {
            version,
            sequence,
            ...header,
            ...(rest.manifest
              ? {
                  manifest: packManifest(rest.manifest),
                  pins: toStandardPins(rest.manifest),
                  standard_ids: standardIds(rest.manifest),
                  section_ids: sectionIds(rest.manifest),
                }
              : {}),
          },
        },
        { session },
      );
      await this.#versions.create(
        [
          {
            _id: version,
            project_id: projectId,
            draft_revision_id: revision._id,
            sequence,
            ...(header ? { header: header.header } : {}),
            changes,
            by,
            at: new Date(),
          },
        ],
        { session },
      );
      if (header || project)
        await this.#projects.update(projectId, { ...(header ? projectNames(head, header.header) : {}), ...project }, session);
      const changed: DraftUpdateResult<T> = { result, changed: true, draftId: revision._id, version };
      await account?.(session, changed);
      return changed;
    });
  }

  /**
   * Seals the open draft and moves the published pointer, if the draft is still at this version.
   * @returns null when the draft moved on meanwhile; nothing is written then
   */
  async publish<A>(
    projectId: number,
    draft: { id: number; version: string },
    sealed: Partial<ProjectRevisionHead>,
    project: ProjectUpdate,
    pointers: readonly { datasheet_id: number; revision_id: number }[],
    account: BeforeCommit<void, A>,
    closed: () => Error,
  ): Promise<A | null> {
    return this.#runInTransaction(projectId, async (head, session) => {
      if (head.draft_revision_id !== draft.id) throw closed();
      const { matchedCount } = await this.#revisions.updateOne(
        { _id: draft.id, is_draft: true, version: draft.version },
        { $set: { ...sealed, is_draft: false, version: null } },
        { session },
      );
      if (matchedCount === 0) return null;
      if (pointers.length > 0) {
        await this.#pointers.bulkWrite(
          pointers.map(({ datasheet_id, revision_id }) => ({
            updateOne: {
              filter: { _id: datasheet_id },
              update: { $setOnInsert: { project_id: projectId }, $addToSet: { revision_ids: revision_id } },
              upsert: true,
            },
          })),
          { session },
        );
      }
      await this.#projects.update(
        projectId,
        { ...project, draft_revision_id: null, draft_name: null, issued_revision_id: draft.id },
        session,
      );
      return account(session);
    });
  }

  /** Discards the open draft. @throws NO_OPEN_DRAFT, DRAFT_IS_ONLY_REVISION, PROJECT_ARCHIVED */
  async discard<A>(projectId: number, account: BeforeCommit<{ discarded: number; current: number }, A>): Promise<A> {
    return this.#runInTransaction(projectId, async (head, session) => {
      const { draft_revision_id: draftId, issued_revision_id: issuedId } = head;
      if (draftId === null) throw noOpenDraft();
      if (issuedId === null) {
        throw apiError('DRAFT_IS_ONLY_REVISION', 'Nothing has been published yet, so there is no revision to revert to.');
      }
      await this.#revisions.deleteOne({ _id: draftId, is_draft: true }, { session });
      await this.#projects.update(projectId, { draft_revision_id: null, draft_name: null }, session);
      return account(session, { discarded: draftId, current: issuedId });
    });
  }

  #runInTransaction<T>(projectId: number, work: (head: ProjectRecord, session: ClientSession) => Promise<T>): Promise<T> {
    return this.#mutex.run(projectId, () =>
      inTransaction(this.#connection, async (session) => {
        const head = await this.#projects.find(projectId, session);
        if (!head) throw new Error(`project ${projectId} is gone`);
        if (head.archived_at !== null) throw projectArchived();
        return work(head, session);
      }),
    );
  }

  async #requireOpenDraft(head: ProjectRecord, session: ClientSession, closed: () => Error) {
    const draft = head.draft_revision_id === null ? null : await this.#revisionRepository.find(head.draft_revision_id, session);
    if (!draft) throw closed();
    return draft;
  }

  async #insert(draft: NewDraft, manifest: Manifest, session: ClientSession): Promise<void> {
    await this.#revisions.create([{ ...draft, manifest: packManifest(manifest), pins: toStandardPins(manifest) }], { session });
    await this.#versions.create(
      [
        {
          _id: draft.version,
          project_id: draft.project_id,
          draft_revision_id: draft._id,
          sequence: draft.sequence,
          header: draft.header,
          changes: [],
          by: draft.created_by,
          at: draft.created_at,
        },
      ],
      { session },
    );
  }
}
