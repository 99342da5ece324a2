/** Handler of the internal action that answers which sponsorship requests and comments wait for the caller. */
import type { InboxItem, InboxPart } from '../../../shared/contracts/inbox-shapes.ts';
import type { projectInboxActions } from '../../../shared/contracts/projects/inbox.ts';
import { mergeParts } from '../../../shared/inbox/merge-parts.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { nameOr, quoteName } from '../../../shared/text/quoted-names.ts';
import type { CommentRecord } from '../comments/model.ts';
import { type CommentToAnswer, findCommentsToAnswer } from '../inbox/comments-to-answer.ts';
import type { ProjectsService } from '../open-projects.ts';

const INTENT_WORDS: Readonly<Record<CommentRecord['intent'], string>> = {
  position: 'A position',
  question: 'A question',
  suggestion: 'A suggestion',
  scope_assertion: 'A scope assertion',
};

export const inboxActions = (
  service: ProjectsService,
): Handlers<typeof projectInboxActions, NoResources> => ({
  async 'projects.inbox'({ limit }, ctx) {
    if (ctx.principal.kind !== 'user') return { items: [], total: 0 };
    const [requests, waiting] = await Promise.all([
      loadRequests(service, limit, ctx),
      findCommentsToAnswer(service, ctx),
    ]);
    const comments = { items: waiting.map(presentCommentToAnswer), total: waiting.length };
    return mergeParts([requests, comments], { limit, offset: 0 });
  },
});

/** The pending requests to the company that the caller administers. */
async function loadRequests(
  { projects, sponsorshipRequests }: ProjectsService,
  limit: number,
  ctx: RequestContext,
): Promise<InboxPart> {
  const companyId = ctx.userPrincipal.company?.id ?? null;
  if (companyId === null || !ctx.isAllowed('company:administer', { kind: 'company', companyId }))
    return { items: [], total: 0 };
  const { rows, total } = await sponsorshipRequests.listByCompany(companyId, 'pending', { limit });
  const heads = await projects.findMany([...new Set(rows.map(({ project_id }) => project_id))]);
  const names = new Map(heads.map(({ _id, name }) => [_id, name]));
  const items = rows.map(({ _id, project_id, user_name, requested_role, created_at }) => ({
    kind: 'sponsorship_request',
    id: _id,
    title: `${nameOr(user_name, 'Somebody')} asks for a seat as ${requested_role === 'ProjectAdmin' ? 'administrator' : 'editor'} on ${quoteName('project', names.get(project_id) ?? '')}`,
    about: { type: 'company', id: companyId },
    link: `/api/companies/${companyId}/sponsorship-requests?status=pending`,
    since: created_at.toISOString(),
  }));
  return { items, total };
}

/** A comment in the inbox, without its text, which the list of comments shows. */
const presentCommentToAnswer = ({ comment, project }: CommentToAnswer): InboxItem => ({
  kind: 'comment',
  id: comment._id,
  title: `${INTENT_WORDS[comment.intent]} on ${quoteName('project', project.name)} waits for your answer`,
  about: { type: 'project', id: project._id },
  link: `/api/projects/${project._id}/comments?state=open`,
  since: (comment.hops.at(-1)?.at ?? comment.created_at).toISOString(),
});
