/**
 * The one place where the open draft of a project changes. Every change is one transaction that reads the draft, decides, writes it
 * under a new version and remembers what happened, so that a stale save can be merged and a stale publish told what moved.
 */
import type { ClientSession, Connection } from 'mongoose';
import type { Person } from '../../../shared/kernel/call.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { Turns } from '../../../shared/kernel/database/turns.ts';
import { fail, noOpenDraft, projectArchived } from '../../../shared/kernel/errors.ts';
import { newVersion } from '../../../shared/revisioning/version.ts';
import type { MembershipRecord, ProjectRecord } from '../access/model.ts';
import type { HeadChange, Projects } from '../access/repository.ts';
import { type Manifest, packManifest, standardPins } from '../revisions/manifest.ts';
import {
  type DraftChange,
  draftVersionModel,
  publishedPointersModel,
  type RevisionHead,
  revisionModel,
} from '../revisions/model.ts';
import type { NewDraft } from '../revisions/new-draft.ts';
import type { Revisions } from '../revisions/repository.ts';

/** The open draft as a change finds it. */
export interface DraftState {
  head: ProjectRecord;
  revision: RevisionHead;
  manifest: Manifest;
  session: ClientSession;
}

/** What a change does; nothing is written when `changes` is empty. */
export interface Decision<T> {
  result: T;
  changes: DraftChange[];
  manifest?: Manifest;
  header?: Pick<RevisionHead, 'header' | 'companies' | 'header_edits'>;
  /** What else changes on the project itself. */
  project?: HeadChange;
}

export interface Changed<T> {
  result: T;
  /** Whether anything was written, and its account with it: a run that was rolled back and done over does not count. */
  changed: boolean;
  draftId: number;
  version: string;
}

/** Runs in the transaction of a change, with what came of it: its audit entry, and the answer the change is to return. */
export type Account<T, A> = (session: ClientSession, outcome: T) => Promise<A>;

/** The name readers see is the draft's until something is published. */
const namesOf = (head: ProjectRecord, { name }: { name: string }): HeadChange => ({
  draft_name: name,
  ...(head.issued_revision_id === null ? { name } : {}),
});

const sectionIds = (manifest: Manifest): number[] => manifest.sections.map(({ id }) => id);
const standardIds = (manifest: Manifest): number[] => manifest.standards.map(({ standard_id }) => standard_id);

export class Drafts {
  readonly #connection: Connection;
  readonly #projects: Projects;
  readonly #read: Revisions;
  readonly #revisions: ReturnType<typeof revisionModel>;
  readonly #versions: ReturnType<typeof draftVersionModel>;
  readonly #pointers: ReturnType<typeof publishedPointersModel>;
  readonly #turns = new Turns();

  constructor(connection: Connection, projects: Projects, revisions: Revisions) {
    this.#connection = connection;
    this.#projects = projects;
    this.#read = revisions;
    this.#revisions = revisionModel(connection);
    this.#versions = draftVersionModel(connection);
    this.#pointers = publishedPointersModel(connection);
  }

  /** A new project with its first draft and its lead. */
  async createProject<A>(
    project: ProjectRecord,
    lead: MembershipRecord,
    draft: NewDraft,
    manifest: Manifest,
    account: Account<void, A>,
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
    account: Account<NewDraft, A>,
  ): Promise<A> {
    const alreadyOpen = fail('DRAFT_ALREADY_OPEN', 'A draft is open already. Publish or discard it before opening another.');
    try {
      return await this.#transact(projectId, async (head, session) => {
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
  async change<T>(
    projectId: number,
    by: Person,
    decide: (state: DraftState) => Promise<Decision<T>> | Decision<T>,
    account?: Account<Changed<T>, unknown>,
    closed: () => Error = noOpenDraft,
  ): Promise<Changed<T>> {
    return this.#transact(projectId, async (head, session) => {
      const { revision, manifest } = await this.#openDraft(head, session, closed);
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
                  pins: standardPins(rest.manifest),
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
        await this.#projects.update(projectId, { ...(header ? namesOf(head, header.header) : {}), ...project }, session);
      const changed: Changed<T> = { result, changed: true, draftId: revision._id, version };
      await account?.(session, changed);
      return changed;
    });
  }

  /**
   * Seals the open draft and moves the published pointer, if the draft is still at this version.
   * @returns null when the draft moved on meanwhile; nothing is written then
   */
  async seal<A>(
    projectId: number,
    draft: { id: number; version: string },
    sealed: Partial<RevisionHead>,
    project: HeadChange,
    pointers: readonly { datasheet_id: number; revision_id: number }[],
    account: Account<void, A>,
    closed: () => Error,
  ): Promise<A | null> {
    return this.#transact(projectId, async (head, session) => {
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
  async discard<A>(projectId: number, account: Account<{ discarded: number; current: number }, A>): Promise<A> {
    return this.#transact(projectId, async (head, session) => {
      const { draft_revision_id: draftId, issued_revision_id: issuedId } = head;
      if (draftId === null) throw noOpenDraft();
      if (issuedId === null) {
        throw fail('DRAFT_IS_ONLY_REVISION', 'Nothing was published yet, so there is no revision to go back to.');
      }
      await this.#revisions.deleteOne({ _id: draftId, is_draft: true }, { session });
      await this.#projects.update(projectId, { draft_revision_id: null, draft_name: null }, session);
      return account(session, { discarded: draftId, current: issuedId });
    });
  }

  #transact<T>(projectId: number, work: (head: ProjectRecord, session: ClientSession) => Promise<T>): Promise<T> {
    return this.#turns.take(projectId, () =>
      inTransaction(this.#connection, async (session) => {
        const head = await this.#projects.head(projectId, session);
        if (!head) throw new Error(`project ${projectId} is gone`);
        if (head.archived_at !== null) throw projectArchived();
        return work(head, session);
      }),
    );
  }

  async #openDraft(head: ProjectRecord, session: ClientSession, closed: () => Error) {
    const draft = head.draft_revision_id === null ? null : await this.#read.full(head.draft_revision_id, session);
    if (!draft) throw closed();
    return draft;
  }

  async #insert(draft: NewDraft, manifest: Manifest, session: ClientSession): Promise<void> {
    await this.#revisions.create([{ ...draft, manifest: packManifest(manifest), pins: standardPins(manifest) }], { session });
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
