/**
 * Recipients and text of comment notifications. The notification queue looks them up at delivery, because the people
 * of a party may have changed since the comment was written.
 */
import type { ClientSession } from 'mongoose';
import type { CommentParty } from '../../../shared/contracts/comment-words.ts';
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';
import { nameOr, quoteName } from '../../../shared/text/quoted-names.ts';
import type { ProjectRecord } from '../access/model.ts';
import { hasRoleOn } from '../access/project-role.ts';
import type { Projects } from '../access/repository.ts';
import type { CommentEvent, NotificationContent } from '../notifications/model.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';
import type { CommentRecord } from './model.ts';
import { partyOf } from './parties.ts';
import { loadPartyFirms } from './project-parties.ts';
import type { Comments } from './repository.ts';

/** As many as `identity.notify` takes, with room for the author. */
const MAX_RECIPIENTS = 400;

/** The event of a comment that has just happened. @param comment after the change */
export const lastEvent = (comment: CommentRecord, event: CommentEvent['event']): CommentEvent => ({
  comment_id: comment._id,
  event,
  at: { created: 0, forwarded: comment.hops.length - 1, resolved: comment.history.length - 1 }[event],
});

interface Deps {
  node: Node;
  projects: Projects;
  revisions: ProjectRevisions;
  comments: Comments;
}

/** A notification with its recipients and the person who caused it, who gets none. */
interface Notification {
  text: string;
  actorId: number;
  recipients: readonly number[];
}

/** The notification of an event; null without recipients, and for a deleted comment. */
export async function describeCommentEvent(
  deps: Deps,
  projectId: number,
  { comment_id, event, at }: CommentEvent,
  session: ClientSession | null,
): Promise<NotificationContent | null> {
  const { projects, comments } = deps;
  const [head, comment] = [
    await projects.findById(projectId, session),
    await comments.find(projectId, comment_id, session),
  ];
  const notification = head && comment && (await buildNotification(deps, head, comment, event, at));
  if (!notification) return null;
  const { text, actorId, recipients } = notification;
  const user_ids = [...new Set(recipients)].filter((id) => id !== actorId);
  return user_ids.length === 0 ? null : { text, user_ids };
}

/** The notification of an event; null for one that the comment does not have. */
async function buildNotification(
  deps: Deps,
  head: ProjectRecord,
  comment: CommentRecord,
  event: string,
  at: number,
): Promise<Notification | null> {
  const author = comment.author;
  const where = `a comment on ${quoteName('project', head.name)}`;
  if (event === 'created') {
    const party = comment.hops[0]?.from.party ?? comment.held_by;
    const text = `${nameOr(author.displayName, 'Somebody')} wrote ${where}. It is with your firm.`;
    return { text, actorId: author.userId, recipients: await findPeople(deps, head, party) };
  }
  if (event === 'forwarded') {
    const hop = comment.hops[at];
    if (!hop) return null;
    const { user_id, party } = hop.to;
    const people = user_id === null ? await findPeople(deps, head, party) : [user_id];
    const text = `${nameOr(hop.by.displayName, 'Somebody')} forwarded ${where} to the ${party.replace('_', ' ')}.`;
    const recipients = await selectPeopleOnProject(deps, head, [...people, author.userId]);
    return { text, actorId: hop.by.userId, recipients };
  }
  const resolution = comment.history[at];
  if (!resolution) return null;
  const state = resolution.state.replaceAll('_', ' ');
  const text = `${nameOr(resolution.by.displayName, 'Somebody')} resolved ${where}, which you wrote: ${state}.`;
  const recipients = await selectPeopleOnProject(deps, head, [author.userId]);
  return { text, actorId: resolution.by.userId, recipients };
}

/** The people who have a role on the project now: an author or a named person may have lost theirs. */
async function selectPeopleOnProject(
  { node, projects }: Deps,
  head: ProjectRecord,
  user_ids: number[],
): Promise<number[]> {
  const { people } = await callAsService(node, 'projects', 'identity.people', { user_ids });
  const found = await Promise.all(
    people.map(async ({ userId, company_id }) =>
      hasRoleOn(head, await projects.findMembership(head._id, userId), company_id) ? [userId] : [],
    ),
  );
  return found.flat();
}

/** The members of a project who belong to a party now. */
async function findPeople(deps: Deps, head: ProjectRecord, party: CommentParty): Promise<number[]> {
  const { node, projects, revisions } = deps;
  const members = await projects.listMembers(head._id, MAX_RECIPIENTS);
  if (members.length === 0) return [];
  const [firms, { people }] = await Promise.all([
    loadPartyFirms(revisions, head),
    callAsService(node, 'projects', 'identity.people', { user_ids: members.map(({ user_id }) => user_id) }),
  ]);
  const companies = new Map(people.map(({ userId, company_id }) => [userId, company_id]));
  return members
    .filter((member) => {
      const companyId = companies.get(member.user_id);
      if (companyId === undefined || !hasRoleOn(head, member, companyId)) return false;
      return partyOf(firms, { companyId, isLead: member.role === 'ProjectOwner' }) === party;
    })
    .map(({ user_id }) => user_id);
}
