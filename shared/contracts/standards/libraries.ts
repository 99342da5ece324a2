/**
 * Endpoints that create a library and change its name or description (decisions S15, A21). `reading.ts`
 * lists libraries.
 */
import { subjectType } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { libraryView } from './shapes.ts';

const writeAccess = { group: 'standards', auth: 'key_or_session', mutates: true, extension: true } as const;
const name = s.nameText(200);
const description = { ...s.multilineText, max: 20_000 } as const;

export const libraryEndpoints = {
  'libraries.create': endpoint({
    ...writeAccess,
    http: 'POST /api/libraries',
    summary: 'Creates a library',
    description:
      'subject_id defaults to the caller’s own company or account; global needs site:admin, project an editor of that project. Names are unique in a scope, trimmed and without regard to letter case.',
    permissions: ['standard:create'],
    body: {
      name,
      description: { ...description, default: '', optional: true },
      subject_type: subjectType,
      subject_id: s.optional(s.nullable(s.idOf('subject'))),
    },
    success: 201,
    location: '/api/libraries?subject_type={subject_type}&subject_id={subject_id}',
    returns: libraryView,
    errors: ['SUBJECT_NOT_ALLOWED', 'NAME_TAKEN', 'PROJECT_ARCHIVED'],
    rules: 'S15 G13 X4',
  }),
  'libraries.update': endpoint({
    ...writeAccess,
    http: 'PATCH /api/libraries/:id',
    summary: 'Changes the name or description of a library',
    description:
      'Omitted members are unchanged; a request that changes nothing writes nothing. Its standards show the new name at once; revisions of projects keep the name that they were published with. The global library of a wiki library has its name: 409 NAME_FOLLOWS_WIKI.',
    permissions: ['standard:update'],
    on: { resource: 'library', by: 'id' },
    path: { id: s.idOf('library') },
    body: { name: s.optional(name), description: s.optional(description) },
    timeoutMs: 60_000,
    returns: libraryView,
    errors: ['NAME_TAKEN', 'NAME_FOLLOWS_WIKI', 'PROJECT_ARCHIVED'],
    rules: 'S15 A21 G13 X4',
  }),
} as const;
