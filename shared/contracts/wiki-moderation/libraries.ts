/** Endpoints of wiki libraries and of their categories (decisions A13, W12). */
import { cappedListMembers, childDisposition } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import {
  slug,
  slugInPath,
  wikiCategoryTree,
  wikiCategoryView,
  wikiLibraryView,
  wikiPageRow,
} from './shapes.ts';

const name = s.nameText(200);
const sortOrder = { type: 'number', integer: true, min: -1e9, max: 1e9 } as const;
const description = { ...s.multilineText, max: 4000, default: '', optional: true } as const;

export const wikiLibraryEndpoints = {
  'wiki.libraries.list': endpoint({
    http: 'GET /api/wiki/libraries',
    group: 'wiki',
    summary: 'Lists the wiki libraries with their number of standards',
    description: 'By name, with the number of published standards in each.',
    auth: 'none',
    permissions: [],
    mutates: false,
    etag: 'bytes',
    returns: s.object({ libraries: s.list(wikiLibraryView), total: s.integer }),
    rules: 'R-092 R-157',
  }),
  'wiki.libraries.get': endpoint({
    http: 'GET /api/wiki/libraries/:slug',
    group: 'wiki',
    summary: 'Returns a wiki library with its categories and standards',
    description:
      'categories is a tree of one level below the top; standards is sorted by title and capped at 1,000 (truncated: true). search returns the standards whose title or description contains the text, ignoring case; standard_count and the categories are those of the whole library.',
    auth: 'none',
    permissions: [],
    mutates: false,
    path: { slug: { ...slugInPath, idKind: 'librarySlug' } },
    query: { search: { type: 'string', max: 500, optional: true } },
    returns: s.named(
      'WikiLibraryWithContent',
      s.object({
        ...wikiLibraryView.props,
        categories: wikiCategoryTree,
        standards: s.list(wikiPageRow),
        ...cappedListMembers,
      }),
    ),
    etag: 'bytes',
    rules: 'R-092 R-093 R-157',
  }),
  'admin.wiki.libraries.create': endpoint({
    http: 'POST /api/admin/wiki/libraries',
    group: 'admin',
    summary: 'Creates a wiki library',
    description:
      'The slug is its address: lower-case letters and digits joined by single hyphens, not a reserved word of the wiki. A taken slug is 409 SLUG_TAKEN, a taken name 409 NAME_TAKEN, because the global library of the adopted editions has the same name. Where another global library has it, the first adopted edition is not copied until one of the two is renamed.',
    auth: 'key_or_session',
    permissions: ['site:admin'],
    mutates: true,
    body: { slug, name, description },
    success: 201,
    location: '/api/wiki/libraries/{slug}',
    returns: wikiLibraryView,
    errors: ['SLUG_TAKEN', 'NAME_TAKEN'],
    extension: true,
    rules: 'A13 G15',
  }),
  'admin.wiki.libraries.update': endpoint({
    http: 'PATCH /api/admin/wiki/libraries/:slug',
    group: 'admin',
    summary: 'Changes the name or description of a wiki library',
    description:
      'Omitted members are unchanged; a request that changes nothing writes nothing. The slug stays, because citations name it. The global library of the adopted editions gets the new name too; a name that another library has, of the wiki or of the global standards, is 409 NAME_TAKEN.',
    auth: 'key_or_session',
    permissions: ['site:admin'],
    mutates: true,
    path: { slug: { ...slugInPath, idKind: 'librarySlug' } },
    body: { name: s.optional(name), description: s.optional({ ...s.multilineText, max: 4000 }) },
    returns: wikiLibraryView,
    errors: ['NAME_TAKEN'],
    extension: true,
    rules: 'A13 G15 S15',
  }),
  'admin.wiki.libraries.delete': endpoint({
    http: 'DELETE /api/admin/wiki/libraries/:slug',
    group: 'admin',
    summary: 'Deletes a wiki library without standards',
    description:
      'Its categories are deleted with it. A library that holds a standard, also an archived one, is 409 LIBRARY_NOT_EMPTY. This cannot be undone.',
    auth: 'key_or_session',
    permissions: ['site:admin'],
    mutates: true,
    path: { slug: { ...slugInPath, idKind: 'librarySlug' } },
    returns: s.object({ id: s.uuidOf('wikiLibrary'), deleted: s.boolean, deletedCategories: s.integer }),
    errors: ['LIBRARY_NOT_EMPTY'],
    extension: true,
    rules: 'A13',
  }),
  'wiki.categories.create': endpoint({
    http: 'POST /api/wiki/categories',
    group: 'wiki',
    summary: 'Creates a category in a wiki library',
    description:
      'One level below the top: the parent must be a top-level category of the same library, else 400. Without slug one is made from the name. A slug is unique in the library, a name among its siblings.',
    auth: 'key_or_session',
    permissions: ['wiki:category:create'],
    mutates: true,
    body: {
      librarySlug: { ...slug, idKind: 'librarySlug' },
      name,
      parentId: { ...s.optional(s.uuidOf('wikiCategory')), nullable: true },
      slug: s.optional(slug),
      description,
      sortOrder: { ...sortOrder, default: 0, optional: true },
    },
    success: 201,
    location: '/api/wiki/libraries/{librarySlug}',
    returns: wikiCategoryView,
    errors: ['UNKNOWN_LIBRARY', 'UNKNOWN_CATEGORY', 'SLUG_TAKEN', 'NAME_TAKEN'],
    rules: 'R-093 W12',
  }),
  'wiki.categories.update': endpoint({
    http: 'PUT /api/wiki/categories/:id',
    group: 'wiki',
    summary: 'Updates a category of a wiki library',
    description:
      'Omitted members are unchanged. parentId null makes it top-level; the parent must be a top-level category of the same library, and a category with subcategories must stay top-level, else 400.',
    auth: 'key_or_session',
    permissions: ['wiki:category:update'],
    mutates: true,
    path: { id: s.uuidOf('wikiCategory') },
    body: {
      name: s.optional(name),
      slug: s.optional(slug),
      description: { ...s.multilineText, max: 4000, optional: true },
      sortOrder: s.optional(sortOrder),
      parentId: { ...s.optional(s.uuidOf('wikiCategory')), nullable: true },
    },
    returns: wikiCategoryView,
    errors: ['UNKNOWN_CATEGORY', 'SLUG_TAKEN', 'NAME_TAKEN'],
    rules: 'R-093 W12 G15',
  }),
  'wiki.categories.delete': endpoint({
    http: 'DELETE /api/wiki/categories/:id',
    group: 'wiki',
    summary: 'Deletes a category of a wiki library',
    description:
      'Standards filed directly in it become uncategorized. Subcategories need childDisposition, else 400 with requiresChildDisposition and children: reassign files them under childReassignTo, a top-level category of the library; promote makes them top-level; cascade deletes them, never standards. This cannot be undone.',
    auth: 'key_or_session',
    permissions: ['wiki:category:delete'],
    mutates: true,
    path: { id: s.uuidOf('wikiCategory') },
    body: {
      childDisposition: s.optional(childDisposition),
      childReassignTo: s.optional(s.uuidOf('wikiCategory')),
    },
    returns: s.object({
      id: s.uuidOf('wikiCategory'),
      deleted: s.boolean,
      uncategorizedStandards: s.integer,
      movedCategories: s.integer,
      deletedCategories: s.integer,
    }),
    errors: ['UNKNOWN_CATEGORY', 'NAME_TAKEN'],
    rules: 'R-185 W12',
  }),
} as const;
