/** Endpoint that lists the changes of a project after a number, oldest first, for clients that follow it. */
import { person, revisionRefTo } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { boolean, idOf, integer, list, nullable, object, oneOf, text, time } from '../schema.ts';
import { DRAFT_PARTS, PROJECT_CHANGE_KINDS } from './vocabulary.ts';

export const projectChangeEndpoints = {
  'projects.changes': endpoint({
    http: 'GET /api/projects/:id/changes',
    group: 'projects',
    summary: 'Lists the changes of a project, oldest first',
    description:
      'Changes of drafts, publications, archiving, members and comments. Every change has a number, 1, 2, 3 … without gaps. since: the changes after this number; next: the number to send as since for the following page, and later for what is new. Changes of drafts are shown only to holders of project:draft:view; numbers that are missing on a page are theirs. subject: the user id of the member, or the id of the comment, that was changed. parts: what a change of the draft altered, each with the id or field it concerns and how many.',
    auth: 'key_or_session',
    permissions: ['project:read'],
    optionalPermissions: ['project:draft:view'],
    on: { resource: 'project', by: 'id' },
    mutates: false,
    path: { id: idOf('project') },
    query: {
      since: { type: 'number', integer: true, min: 0, default: 0, optional: true },
      limit: { type: 'number', integer: true, min: 1, max: 500, default: 100, optional: true },
    },
    returns: object({
      changes: list(
        object({
          sequence: integer,
          kind: oneOf(...PROJECT_CHANGE_KINDS),
          at: time,
          by: person,
          revision: nullable(revisionRefTo('projectRevision')),
          subject: nullable(object({ type: oneOf('member', 'comment'), id: idOf('resource') })),
          parts: list(
            object({
              kind: oneOf(...DRAFT_PARTS),
              subject: { type: 'multi', rules: [integer, text] },
              name: text,
              action: text,
              count: integer,
            }),
          ),
        }),
      ),
      next: integer,
      more: boolean,
    }),
    extension: true,
    // A page of new changes is longer the next time.
    volatile: true,
  }),
} as const;
