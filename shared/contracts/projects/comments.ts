/**
 * Endpoints of project comments: list, create, edit, delete, forward, resolve, and the internal action that gives
 * datasheets the thread on their fields (decisions P11, P20, D3).
 */
import {
  commentAnchor,
  commentIntent,
  commentParty,
  commentState,
  commentView,
  endorsementStance,
  resolutionState,
} from '../comment-shapes.ts';
import { deletion, pageParams } from '../common-shapes.ts';
import { endpoint, internalAction } from '../endpoint.ts';
import * as s from '../schema.ts';

const inProject = {
  group: 'comments',
  auth: 'key_or_session',
  on: { resource: 'project', by: 'projectId' },
} as const;
const onComment = {
  ...inProject,
  mutates: true,
  path: { projectId: s.idOf('project'), id: s.idOf('comment') },
} as const;

/** Text of a comment, a caveat, an answer or a counter-proposal. */
const commentText = { ...s.multilineText, trim: true, min: 1, max: 10_000 } as const;

const ELEMENT_ID =
  'With the anchors element (the element) and datasheet_field (the field), where it is required; 400 with any other';

export const commentEndpoints = {
  'comments.list': endpoint({
    ...inProject,
    http: 'GET /api/projects/:projectId/comments',
    summary: 'Lists the comments of a project, newest first',
    description:
      'Every member of the project sees all of them. heldBy takes the party that holds a comment now. company_id is null for a party of several firms, and, as long as nothing is published, for callers who may not view the draft. anchorGone: neither the open draft nor the current published revision contains what the comment is about. A page ends before its limit, with truncated: true, when its texts are very long; go on at offset plus the number of rows.',
    permissions: ['project:read'],
    mutates: false,
    path: { projectId: s.idOf('project') },
    query: {
      anchorType: s.optional(commentAnchor),
      anchorId: s.optional(s.idOf('resource')),
      intent: s.optional(commentIntent),
      state: s.optional(commentState),
      heldBy: s.optional(commentParty),
      ...pageParams(50, 100),
    },
    returns: s.named(
      'CommentList',
      s.object({
        comments: s.list(commentView),
        total: s.integer,
        limit: s.integer,
        offset: s.integer,
        truncated: s.boolean,
      }),
    ),
    rules: 'P11 P20 R-165 R-268',
  }),
  'comments.create': endpoint({
    ...inProject,
    http: 'POST /api/projects/:projectId/comments',
    summary: 'Creates a comment on a project or on something in it',
    description:
      'anchorId is the id of the project, standard, datasheet or file; for element it is the standard and for datasheet_field the datasheet, with elementId as well. The anchor must be in the open draft or in the current published revision, as far as you may view them: otherwise 404. The comment is with the next party above its author’s: sub_contractor, prime_contractor, engineer, owner; parties without a firm are left out. The firms are those of the current published revision, before the first one those of the draft; a project without an owner company has its lead as the owner. An author of no firm is below all parties, one of several counts as the highest, and a comment by the owner is with the owner.',
    permissions: ['project:comment'],
    optionalPermissions: ['project:draft:view', 'project:download:view'],
    mutates: true,
    path: { projectId: s.idOf('project') },
    body: {
      anchorType: commentAnchor,
      anchorId: s.idOf('resource'),
      elementId: { ...s.optional(s.idOf('resource')), description: ELEMENT_ID },
      intent: commentIntent,
      body: commentText,
    },
    success: 201,
    location: '/api/projects/:projectId/comments',
    returns: commentView,
    rules: 'P11 P20 D11 R-088 R-089 R-250 R-268',
  }),
  'comments.update': endpoint({
    ...onComment,
    http: 'PATCH /api/projects/:projectId/comments/:id',
    summary: 'Changes the text of your own comment',
    description:
      'Only its author: 403 NOT_AUTHOR otherwise. Only before it is forwarded (409 COMMENT_PROPAGATED) or resolved (409 COMMENT_RESOLVED).',
    permissions: ['project:comment'],
    body: { body: commentText },
    returns: commentView,
    errors: ['NOT_AUTHOR', 'COMMENT_PROPAGATED', 'COMMENT_RESOLVED', 'EDIT_CONFLICT'],
    rules: 'P11 P20 R-132',
  }),
  'comments.delete': endpoint({
    ...onComment,
    http: 'DELETE /api/projects/:projectId/comments/:id',
    summary: 'Deletes your own comment',
    description:
      'Only its author: 403 NOT_AUTHOR otherwise. Only before it is forwarded (409 COMMENT_PROPAGATED), resolved or not.',
    permissions: ['project:comment'],
    returns: deletion('comment'),
    errors: ['NOT_AUTHOR', 'COMMENT_PROPAGATED', 'EDIT_CONFLICT'],
    rules: 'P11 P20 R-132 Y14',
  }),
  'comments.forward': endpoint({
    ...onComment,
    http: 'POST /api/projects/:projectId/comments/:id/forward',
    summary: 'Forwards a comment to the next party upstream',
    description:
      'Only the party that holds it (403 COMMENT_NOT_HELD), before it resolves it (409 COMMENT_RESOLVED). The owner has nobody above (409 NO_UPSTREAM_PARTY). caveatText is required with endorse_with_caveat. targetCompanyId and targetUserId are optional and must be the firm of the next party, and somebody of that firm with access to the project: 400 WRONG_TARGET otherwise. The whole firm holds the comment; only the named person is notified.',
    permissions: ['project:comment:forward'],
    body: {
      endorsementStance,
      caveatText: { ...s.optional(commentText), description: 'Required with endorse_with_caveat' },
      targetCompanyId: s.optional(s.idOf('company')),
      targetUserId: s.optional(s.idOf('user')),
    },
    returns: commentView,
    errors: ['COMMENT_NOT_HELD', 'COMMENT_RESOLVED', 'NO_UPSTREAM_PARTY', 'WRONG_TARGET', 'EDIT_CONFLICT'],
    rules: 'P11 P20 R-090 R-131',
  }),
  'comments.resolve': endpoint({
    ...onComment,
    http: 'POST /api/projects/:projectId/comments/:id/resolve',
    summary: 'Sets the resolution state of a comment',
    description:
      'Only the party that holds it: 403 COMMENT_NOT_HELD otherwise. The state must be legal for the intent, else 400: position accepted, accepted_as_noted, revise_resubmit, rejected, counter; question answered, closed; suggestion considered, adopted, declined; scope_assertion acknowledged, disputed. answered needs answerBody, counter needs counterBody. Resolving again replaces the state and keeps the history, at most 20 times (409 COMMENT_RESOLVED); of two at once one gets 409 EDIT_CONFLICT.',
    permissions: ['project:comment:resolve'],
    body: {
      state: resolutionState,
      answerBody: { ...s.optional(commentText), description: 'Required with answered' },
      counterBody: { ...s.optional(commentText), description: 'Required with counter' },
    },
    returns: commentView,
    errors: ['COMMENT_NOT_HELD', 'COMMENT_RESOLVED', 'EDIT_CONFLICT'],
    rules: 'P11 P20 R-128 R-129 R-130',
  }),
} as const;

export const commentInternalActions = {
  'projects.datasheetComments': internalAction({
    group: 'comments',
    mutates: false,
    calledBy: ['datasheets'],
    summary:
      'The thread on the fields of a datasheet, newest first and at most 200 comments; 404 without access to the project',
    params: { project_id: s.id, datasheet_id: s.id },
    returns: s.object({ comments: s.list(commentView), truncated: s.boolean }),
  }),
} as const;
