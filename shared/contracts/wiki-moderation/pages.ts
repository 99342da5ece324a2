/**
 * Endpoints that read a wiki page (markdown, elements, title) and create one (decisions W1, W10, W11). The API calls
 * a page a wiki standard.
 */
import { elementMembers } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { slug, slugInPath, wikiPageView, wikiRevisionRef } from './shapes.ts';

const pagePath = {
  librarySlug: { ...slugInPath, idKind: 'librarySlug' },
  standardSlug: { ...slugInPath, idKind: 'standardSlug' },
} as const;
const element = s.named('WikiElement', s.object(elementMembers));

export const wikiPageEndpoints = {
  'wiki.standards.get': endpoint({
    http: 'GET /api/wiki/standards/:librarySlug/:standardSlug',
    group: 'wiki',
    summary: 'Returns a wiki standard with the markdown of its current revision',
    description:
      'A retired slug answers 410 and does not redirect. An archived standard is 404 for all but its moderators. allowed_actions: the writes that are allowed now; without a credential there is none.',
    auth: 'none',
    permissions: [],
    mutates: false,
    path: pagePath,
    returns: wikiPageView,
    etag: 'bytes',
    markdown: { member: 'content' },
    errors: ['GONE'],
    rules: 'R-094 R-157 R-221 W1 W11',
  }),
  'wiki.standards.elements': endpoint({
    http: 'GET /api/wiki/standards/:librarySlug/:standardSlug/elements',
    group: 'wiki',
    summary: 'Returns the current revision of a wiki standard as structured elements',
    description:
      'In numeric outline order. A text of an older grammar that cannot be read as elements is 422 UNPARSEABLE_SOURCE with the list of findings.',
    auth: 'none',
    permissions: [],
    mutates: false,
    path: pagePath,
    returns: s.object({ elements: s.list(element), total: s.integer, revision: wikiRevisionRef }),
    etag: 'bytes',
    errors: ['GONE', 'UNPARSEABLE_SOURCE'],
    rules: 'R-157 R-221 W1',
  }),
  'wiki.standards.title': endpoint({
    http: 'GET /api/wiki/standards/:librarySlug/:standardSlug/title',
    group: 'wiki',
    summary: 'Returns only the title of a wiki standard',
    auth: 'none',
    permissions: [],
    mutates: false,
    path: pagePath,
    returns: s.object({ title: s.text }),
    etag: 'bytes',
    errors: ['GONE'],
    rules: 'R-157 R-221 W1',
  }),
  'wiki.standards.create': endpoint({
    http: 'POST /api/wiki/standards',
    group: 'wiki',
    summary: 'Creates a wiki standard from markdown',
    description:
      'The markdown may begin with YAML frontmatter, whose title, description and category win over the fields of the request; what it lacks is taken from them and written into it. A category in the frontmatter is a slug, a name that is unique in the library, or Parent/Child. Errors of the markup are 422 MARKUP_ERRORS with the list. Without slug one is made from the title; a taken or retired slug is 409. At most 1,000,000 characters.',
    auth: 'key_or_session',
    permissions: ['wiki:standard:create'],
    mutates: true,
    idempotency: 'current',
    body: {
      librarySlug: { ...slug, idKind: 'librarySlug' },
      categoryId: { ...s.optional(s.uuidOf('wikiCategory')), nullable: true },
      title: s.optional(s.nameText(300)),
      content: s.multilineText,
      slug: s.optional(slug),
      description: { ...s.multilineText, max: 4000, optional: true },
      editSummary: { ...s.multilineText, max: 1000, default: '', optional: true },
      tag_ids: { type: 'array', items: s.uuidOf('tag'), max: 50, optional: true },
    },
    success: 201,
    location: '/api/wiki/standards/{librarySlug}/{slug}',
    returns: wikiPageView,
    errors: ['MARKUP_ERRORS', 'UNKNOWN_LIBRARY', 'UNKNOWN_CATEGORY', 'SLUG_TAKEN'],
    rules: 'R-094 R-166 W1 W10 G15 H17',
  }),
} as const;
