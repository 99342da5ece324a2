/** Endpoint that lists the changes of a project after a number, oldest first, for clients that follow it. */
import { person, revisionRefTo } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { DRAFT_PARTS, PROJECT_CHANGE_KINDS, PROJECT_CHANGE_SUBJECTS } from './vocabulary.ts';

export const projectChangeEndpoints = {
  'projects.changes': endpoint({
    http: 'GET /api/projects/:id/changes',
    group: 'projects',
    summary: 'Lists the changes of a project, oldest first',
    description:
      'Every change has a number, 1, 2, 3 … without gaps. since: the changes after this number; next: the number to send as since for the following page, and later for what is new. A change is shown to those who may read what changed, and its number is missing on the pages of others: changes of drafts require project:draft:view, of invitations project:update, of folders project:download, of standards and libraries of the project standard:read, and of their working copies standard:view_drafts, of files a revision and a tier in which the caller reads the file; sponsorship requests are shown to the person who asked and to administrators of the owner company, seat_changed to the member. Uploads, detached files and files that only the draft had are in parts of the draft; folder_deleted includes the moves of what was in the folder. standard_changed: name, description, category, deprecation or source. Changes of files, folders and standards are numbered a moment after the response, each service’s in their order; at is the time of the change itself. revision: the revision of the change, null where the caller may not read it. subject: what was changed, by its id; null where it is the project, a draft or a publication. parts: what a change of the draft altered, each with the id or field it concerns and how many.',
    auth: 'key_or_session',
    permissions: ['project:read'],
    optionalPermissions: [
      'project:draft:view',
      'project:revision:view',
      'project:update',
      'project:download',
      'project:download:view',
      'standard:read',
      'standard:view_drafts',
      'company:administer',
    ],
    on: { resource: 'project', by: 'id' },
    mutates: false,
    path: { id: s.idOf('project') },
    query: {
      since: { type: 'number', integer: true, min: 0, default: 0, optional: true },
      limit: { type: 'number', integer: true, min: 1, max: 500, default: 100, optional: true },
    },
    returns: s.named(
      'ProjectChanges',
      s.object({
        changes: s.list(
          s.object({
            sequence: s.integer,
            kind: s.oneOf(...PROJECT_CHANGE_KINDS),
            at: s.time,
            by: person,
            revision: s.nullable(revisionRefTo('projectRevision')),
            subject: s.nullable(
              s.object({
                type: s.oneOf(...PROJECT_CHANGE_SUBJECTS),
                id: { type: 'multi', rules: [s.idOf('resource'), s.uuidOf('resource')] },
              }),
            ),
            parts: s.list(
              s.object({
                kind: s.oneOf(...DRAFT_PARTS),
                subject: { type: 'multi', rules: [s.integer, s.text] },
                name: s.text,
                action: s.text,
                count: s.integer,
              }),
            ),
          }),
        ),
        next: s.integer,
        more: s.boolean,
      }),
    ),
    extension: true,
    // A page of new changes is longer the next time.
    volatile: true,
  }),
} as const;
