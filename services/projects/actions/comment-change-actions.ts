/**
 * Handlers that create, change, delete, forward and resolve comments. Each is decided by
 * `../comments/comment-lifecycle.ts` on the comment as its transaction reads it; of two concurrent changes the second
 * is refused.
 */
import type { ClientSession } from 'mongoose';
import type { commentEndpoints } from '../../../shared/contracts/projects/comments.ts';
import { notFound, projectArchived } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { AuditEntryInput, RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import type { LoadedProject } from '../access/project-role.ts';
import type { ProjectChangeKind } from '../changes/model.ts';
import { assertAnchorVisible, parseAnchor } from '../comments/anchors.ts';
import { type CommentContext, loadCommentContext } from '../comments/comment-context.ts';
import {
  type Actor,
  assertCaveat,
  assertDeletable,
  type CommentChange,
  changeText,
  forward,
  newComment,
  requireUpstreamParty,
  resolve,
} from '../comments/comment-lifecycle.ts';
import { commentChanged } from '../comments/errors.ts';
import type { CommentRecord } from '../comments/model.ts';
import { lastEvent } from '../comments/notification-content.ts';
import { commentPresenter } from '../comments/present.ts';
import {
  actionsFor,
  actorFor,
  assertTargetPerson,
  loadPartyFirms,
  maySeeFirms,
} from '../comments/project-parties.ts';
import type { CommentEvent } from '../notifications/model.ts';
import type { ProjectsService } from '../open-projects.ts';

type Contracts = Omit<typeof commentEndpoints, 'comments.list'>;

/** A comment as a call has read it, before its transaction. */
interface LoadedComment extends CommentContext {
  loaded: CommentRecord;
  actor: Actor;
}

const auditEntryOf = (comment: CommentRecord, details: Record<string, unknown> = {}): AuditEntryInput => {
  const { _id, project_id, anchor_type, anchor_id, element_id } = comment;
  return {
    resource: { type: 'comment', id: _id },
    details: { project_id, anchor_type, anchor_id, element_id, ...details },
  };
};

export const changeCommentActions = (service: ProjectsService): Handlers<Contracts, ProjectsResources> => {
  const { projects, revisions, comments, contentIds, notifications, projectChanges } = service;

  /** The project may have been archived since the kernel read it. @throws PROJECT_ARCHIVED */
  const assertWritable = async (session: ClientSession, projectId: number): Promise<void> => {
    const head = await projects.findById(projectId, session);
    if (head && head.archived_at !== null) throw projectArchived();
  };

  /** @throws NOT_FOUND */
  const load = async (id: number, project: LoadedProject, ctx: RequestContext): Promise<LoadedComment> => {
    const loaded = await comments.find(project.head._id, id);
    if (!loaded) throw notFound();
    const context = await loadCommentContext(revisions, contentIds, project, [loaded], ctx);
    return { ...context, loaded, actor: actorFor(ctx, project, context.firms) };
  };

  /**
   * Reads the comment in the transaction and decides on it. The decision comes before the comparison with the loaded
   * comment, so that its specific error wins over EDIT_CONFLICT.
   * @param onChange `accept`: ignore changes since it was loaded if the decision is still possible
   * @throws NOT_FOUND, PROJECT_ARCHIVED, any error of `decide`, EDIT_CONFLICT
   */
  const decideOnCurrent = async <T>(
    session: ClientSession,
    { _id, project_id, change_count }: CommentRecord,
    decide: (current: CommentRecord) => T,
    onChange: 'refuse' | 'accept' = 'refuse',
  ): Promise<{ current: CommentRecord; decided: T }> => {
    await assertWritable(session, project_id);
    const current = await comments.find(project_id, _id, session);
    if (!current) throw notFound();
    const decided = decide(current);
    if (onChange === 'refuse' && current.change_count !== change_count) throw commentChanged();
    return { current, decided };
  };

  /** @throws as of `decideOnCurrent` */
  const saveChange = async (
    session: ClientSession,
    loaded: CommentRecord,
    decide: (current: CommentRecord) => CommentChange,
    onChange: 'refuse' | 'accept' = 'refuse',
  ): Promise<CommentRecord> => {
    const { current, decided } = await decideOnCurrent(session, loaded, decide, onChange);
    const changed = await comments.change(session, current, decided);
    if (!changed) throw commentChanged();
    return changed;
  };

  /** Records the change in the change feed of the project. */
  const record = async (
    session: ClientSession,
    ctx: RequestContext,
    { _id, project_id }: CommentRecord,
    kind: ProjectChangeKind,
  ): Promise<void> => {
    ctx.affects({ comments: 1 });
    const subject = { type: 'comment', id: _id } as const;
    await projectChanges.record(project_id, { kind, by: ctx.person, revision: null, subject }, session);
  };

  /** Records a change and queues its notifications. @param comment after the change */
  const announce = async (
    session: ClientSession,
    ctx: RequestContext,
    comment: CommentRecord,
    event: CommentEvent['event'],
  ): Promise<void> => {
    await record(session, ctx, comment, `comment_${event}`);
    const turn = comment.hops.length + comment.history.length;
    await notifications.addCommentEvent(ctx, session, comment.project_id, lastEvent(comment, event), turn);
  };

  return {
    async 'comments.create'({ projectId, intent, body, ...sent }, ctx, project) {
      const anchor = parseAnchor(sent);
      await assertAnchorVisible({ revisions, contentIds, project, anchor, ctx });
      const firms = await loadPartyFirms(revisions, project.head);
      const comment: CommentRecord = {
        _id: await comments.nextId(),
        project_id: projectId,
        ...anchor,
        ...newComment({ intent, body }, actorFor(ctx, project, firms)),
        change_count: 0,
      };
      const showFirms = maySeeFirms(ctx, project);
      const allowed = actionsFor(ctx, project, firms);
      const view = { firms, showFirms, isAnchorPresent: () => true, allowedActions: allowed };
      const present = commentPresenter(view);
      return projectChanges.inTransaction(project.head._id, async (session) => {
        await assertWritable(session, projectId);
        await comments.insert(session, comment);
        await announce(session, ctx, comment, 'created');
        const entry = auditEntryOf(comment, { intent, heldBy: comment.held_by });
        return ctx.finish(session, entry, present(comment));
      });
    },

    async 'comments.update'({ id, body }, ctx, project) {
      const { loaded, actor, present } = await load(id, project, ctx);
      return projectChanges.inTransaction(project.head._id, async (session) => {
        const changed = await saveChange(session, loaded, (current) => changeText(current, body, actor));
        await record(session, ctx, changed, 'comment_changed');
        await ctx.audit(session, auditEntryOf(changed));
        return present(changed);
      });
    },

    async 'comments.delete'({ id }, ctx, project) {
      const { loaded, actor } = await load(id, project, ctx);
      return projectChanges.inTransaction(project.head._id, async (session) => {
        const { current } = await decideOnCurrent(session, loaded, (comment) =>
          assertDeletable(comment, actor),
        );
        if (!(await comments.delete(session, current))) throw commentChanged();
        await record(session, ctx, current, 'comment_deleted');
        await ctx.audit(session, auditEntryOf(current, { state: current.state }));
        return { id, deleted: true };
      });
    },

    async 'comments.forward'({ projectId: _, id, ...sent }, ctx, project) {
      assertCaveat(sent);
      const { loaded, actor, present } = await load(id, project, ctx);
      const target = requireUpstreamParty(loaded, actor);
      await assertTargetPerson({ projects, project, firms: actor.firms, target, sent, ctx });
      return projectChanges.inTransaction(project.head._id, async (session) => {
        // If its author has changed the text since, the newer one is forwarded.
        const toNext = (current: CommentRecord): CommentChange => forward(current, sent, actor);
        const changed = await saveChange(session, loaded, toNext, 'accept');
        await announce(session, ctx, changed, 'forwarded');
        const { endorsementStance, targetUserId } = sent;
        const details = { heldBy: changed.held_by, endorsementStance, targetUserId };
        return ctx.finish(session, auditEntryOf(changed, details), present(changed));
      });
    },

    async 'comments.resolve'({ projectId: _, id, ...sent }, ctx, project) {
      const { loaded, actor, present } = await load(id, project, ctx);
      return projectChanges.inTransaction(project.head._id, async (session) => {
        const changed = await saveChange(session, loaded, (current) => resolve(current, sent, actor));
        await announce(session, ctx, changed, 'resolved');
        const details = { state: changed.state, previous_state: loaded.state, heldBy: loaded.held_by };
        return ctx.finish(session, auditEntryOf(changed, details), present(changed));
      });
    },
  };
};
