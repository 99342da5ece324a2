/** Endpoints that list and read categories, in which the standards of a scope are placed. */
import { categoryView } from '../category-shapes.ts';
import { cappedListMembers, subjectType } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';

const optionalFlag = { type: 'boolean', default: false, optional: true } as const;

export const categoryEndpoints = {
  'categories.list': endpoint({
    http: 'GET /api/categories',
    group: 'categories',
    summary: 'Lists categories',
    description:
      'Without subject_type the categories of every scope the caller reads, projects aside. subject_type names one scope, by default the caller’s own; project needs subject_id, the project’s id, and shows the sections staged in the draft to those who see it. A scope that is not the caller’s is 404. At most 1,000; truncated says that there are more. Ordered by sort_order, then name.',
    auth: 'key_or_session',
    permissions: ['category:read'],
    mutates: false,
    query: {
      subject_type: s.optional(subjectType),
      subject_id: s.optional(s.idOf('subject')),
      include_global: { ...optionalFlag, description: 'true adds the global categories to a scoped list' },
      tree: { ...optionalFlag, description: 'true nests children under their parent' },
    },
    returns: s.object({
      categories: s.list(s.object({ ...categoryView.props, children: s.optional(s.list(categoryView)) })),
      ...cappedListMembers,
    }),
    errors: ['NOT_FOUND'],
    tool: { toolsets: ['default'] },
    rules: 'R-082 S12 S21',
  }),
  'categories.get': endpoint({
    http: 'GET /api/categories/:id',
    group: 'categories',
    summary: 'Returns one category with the number of standards filed in it',
    description:
      'standard_count counts what is filed directly in it; in a project, the standards placed in the section.',
    auth: 'key_or_session',
    permissions: ['category:read'],
    on: { resource: 'category', by: 'id' },
    mutates: false,
    path: { id: s.idOf('category') },
    returns: s.object({ ...categoryView.props, standard_count: s.integer }),
    etag: 'bytes',
    rules: 'R-082 S12 S21',
  }),
} as const;
