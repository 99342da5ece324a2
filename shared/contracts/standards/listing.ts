/**
 * Endpoint that lists standards, and the internal action by which the gateway streams the whole list in
 * parts (R-228; hardening H35).
 */
import { MAX_UNPAGED_ROWS, pageNumber, subjectType } from '../common-shapes.ts';
import { endpoint, internalAction } from '../endpoint.ts';
import * as s from '../schema.ts';
import { standardCompact, standardVerbose } from './shapes.ts';

/** Filter and order of the list, for pages and parts. */
const listParams = {
  subject_type: s.optional(subjectType),
  project_id: s.optional(s.idOf('project')),
  company_id: s.optional(s.idOf('company')),
  library_id: s.optional(s.idOf('library')),
  category_id: s.optional(s.idOf('category')),
  search: {
    type: 'string',
    max: 500,
    optional: true,
    description: 'part of name or description, in any letter case',
  },
  include_deprecated: { type: 'boolean', default: false, optional: true },
  sort: {
    ...s.optional(s.oneOf('name', 'created_at', 'category')),
    description: 'default: category, then name',
  },
  sort_order: { type: 'enum', values: ['asc', 'desc'], default: 'asc', optional: true },
  format: { type: 'enum', values: ['verbose', 'compact'], default: 'verbose', optional: true, only: 'http' },
} as const;

const standardRows = s.list({
  type: 'multi',
  rules: [s.when('format=verbose', standardVerbose), s.when('format=compact', standardCompact)],
});

/** Maximum rows of a page or part, which fit one message. */
const MAX_ROWS_PER_PART = 100;

/** The end of a part: the sort key of its last row, and the list it belongs to. */
export const listCursor = s.object({ list: s.text, sorted_by: s.list(s.text), id: s.id });

const listEndpoint = endpoint({
  group: 'standards',
  auth: 'key_or_session',
  mutates: false,
  http: 'GET /api/standards',
  summary: 'Lists the standards the caller may access',
  description:
    'Global standards, those of the caller’s company and its personal ones; project_id adds the standards scoped to that project (404 without access to it). subject_type narrows the list to one scope. A company_id other than the caller’s own excludes company standards. Sorting by category follows the names of category and standard. A page past the end is empty. A response that is cut off ends in invalid JSON: repeat the request, or use pages.',
  permissions: ['standard:read'],
  query: {
    ...listParams,
    page: pageNumber,
    per_page: {
      type: 'number',
      integer: true,
      min: 1,
      max: MAX_ROWS_PER_PART,
      optional: true,
      description: `default: all. Over HTTP all of them are streamed; an MCP tool gets the first ${MAX_UNPAGED_ROWS.toLocaleString('en')}, and truncated says that there are more`,
    },
  },
  returns: s.object({
    standards: standardRows,
    total: s.integer,
    page: s.integer,
    per_page: s.nullable(s.integer),
    truncated: s.boolean,
  }),
  errors: ['NOT_FOUND'],
  tool: { toolsets: ['default', 'search'] },
  rules: 'R-018 R-019 R-027 R-032 R-036 R-176 R-177 R-228 S2 S24 X10 G19',
});

export const standardListEndpoints = {
  'standards.list': listEndpoint,
  'standards.listPart': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['gateway'],
    as: listEndpoint,
    summary: 'The next part of the list of standards, for callers of the list',
    params: {
      ...listParams,
      after: s.optional(listCursor),
      at_most: {
        type: 'number',
        integer: true,
        min: 1,
        max: MAX_ROWS_PER_PART,
        default: MAX_ROWS_PER_PART,
        optional: true,
      },
    },
    /** `next` is null after the last part. */
    returns: s.object({ standards: standardRows, next: s.nullable(listCursor) }),
  }),
} as const;
