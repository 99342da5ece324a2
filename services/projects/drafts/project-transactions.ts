/** Transactions on a project, and the changes of the project itself in them. Used only by `draft-transactions.ts`. */
import type { ClientSession } from 'mongoose';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import { projectArchived } from '../../../shared/kernel/errors/errors.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import type { ProjectRecord } from '../access/model.ts';
import { projectVersion } from '../access/project-role.ts';
import type { Projects, ProjectUpdate } from '../access/repository.ts';
import { seatChange } from '../changes/member-changes.ts';
import type { ProjectChanges } from '../changes/repository.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';
import type { Caller } from './draft-change.ts';

type ProjectWork<T> = (head: ProjectRecord, session: ClientSession) => Promise<T>;

export class ProjectTransactions {
  readonly #projects: Projects;
  readonly #revisions: ProjectRevisions;
  readonly #projectChanges: ProjectChanges;

  constructor(projects: Projects, revisions: ProjectRevisions, projectChanges: ProjectChanges) {
    this.#projects = projects;
    this.#revisions = revisions;
    this.#projectChanges = projectChanges;
  }

  /** Runs `work` in a transaction, on a project that is not archived. @throws PROJECT_ARCHIVED and any error of `work` */
  onActiveProject<T>(projectId: number, work: ProjectWork<T>): Promise<T> {
    return this.onProject(projectId, async (head, session) => {
      if (head.archived_at !== null) throw projectArchived();
      return work(head, session);
    });
  }

  /** The same, also on an archived project. */
  onProject<T>(projectId: number, work: ProjectWork<T>): Promise<T> {
    return this.#projectChanges.inTransaction(projectId, async (session) => {
      const head = await this.#projects.findById(projectId, session);
      if (!head) throw new Error(`project ${projectId} does not exist`);
      return work(head, session);
    });
  }

  /**
   * Another change may have been stored between the check before the handler and this transaction.
   * @throws PRECONDITION_FAILED
   */
  async assertUnchanged(
    head: ProjectRecord,
    ifMatch: Caller['ifMatch'],
    session: ClientSession,
  ): Promise<void> {
    if (ifMatch === null) return;
    const draft = await this.#revisions.findHead(head.draft_revision_id, session);
    assertIfMatch(ifMatch, projectVersion(head, draft));
  }

  /** The lead of a project that gets its company uses a seat there. */
  async changeProject(
    head: ProjectRecord,
    update: ProjectUpdate,
    by: Person,
    session: ClientSession,
  ): Promise<void> {
    await this.#projects.change(head._id, update, session);
    const { owner_company_id: companyId } = update;
    if (head.owner_company_id !== null || typeof companyId !== 'number') return;
    await this.#projects.assignSeatOfLead(head._id, companyId, session);
    const change = { kind: 'company_assigned', by, revision: null } as const;
    await this.#projectChanges.record(head._id, change, session);
  }

  /** Starts the trial of an author without a seat. The creator of a project without a company needs none. */
  async startTrial(
    { _id, owner_company_id }: ProjectRecord,
    by: Person,
    session: ClientSession,
  ): Promise<void> {
    if (owner_company_id === null) return;
    if (await this.#projects.startTrial(_id, by.userId, new Date(), session))
      await this.#projectChanges.record(_id, seatChange(by.userId, by), session);
  }
}
