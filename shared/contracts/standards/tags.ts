/** Endpoints by which site administrators create, change and retire topic tags (decision A13). `reading.ts` lists them. */
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { tagView } from './shapes.ts';

const writeAccess = {
  group: 'admin',
  auth: 'key_or_session',
  permissions: ['site:admin'],
  mutates: true,
  extension: true,
} as const;
const name = s.nameText(200);
const group = { ...s.optional(s.nameText(200)), nullable: true } as const;

export const tagEndpoints = {
  'admin.tags.create': endpoint({
    ...writeAccess,
    http: 'POST /api/admin/tags',
    summary: 'Creates a topic tag',
    description:
      'group: the heading under which the tag is listed; omitted or null for none. Names are unique in a group, without regard to letter case.',
    body: { name, group },
    success: 201,
    location: '/api/standards/tags',
    returns: tagView,
    errors: ['NAME_TAKEN'],
    rules: 'A13 S7 S11',
  }),
  'admin.tags.update': endpoint({
    ...writeAccess,
    http: 'PATCH /api/admin/tags/:id',
    summary: 'Changes the name or group of a topic tag, retires it, or makes it active again',
    description:
      'Omitted members are unchanged; a request that changes nothing writes nothing. A tag cannot be deleted, because revisions name it: with active false it may be kept where it is and cannot be added.',
    path: { id: s.uuidOf('tag') },
    body: { name: s.optional(name), group, active: s.optional(s.boolean) },
    returns: tagView,
    errors: ['NAME_TAKEN'],
    rules: 'A13 S7 S11',
  }),
} as const;
