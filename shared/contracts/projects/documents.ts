/** The endpoint that gives a project as a Word file or PDF. */
import { documentFile, documentFormat } from '../document-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { EXPORTED_REVISION, revisionIdParam } from './shapes.ts';

export const projectDocumentEndpoints = {
  'projects.document': endpoint({
    group: 'projects',
    http: 'GET /api/projects/:id/document',
    summary: 'Returns the manual of a project as a Word file or a PDF',
    description:
      'Cover, contents, the sections of the project, their standards as GET /api/standards/:id/document shows them, with the value, unit, disposition and note of each active datasheet below the clause that asks for it; for a published revision a page with its certificate. To the PDF of a published revision its export is attached as POST /api/projects/export/:id gives it, with the key that verifies it. Every call is written to the audit trail. Archived standards and datasheets are left out. The words of a clause under a moderation hold of level 2 are not in it. Default: the current published revision, or the draft when nothing was published. More than 20,000 clauses are 413.',
    auth: 'key_or_session',
    // Needs `standard:read` because the document contains clause text.
    permissions: ['project:export', 'standard:read'],
    optionalPermissions: ['project:draft:view', 'project:revision:view'],
    on: { resource: 'project', by: 'id' },
    mutates: false,
    audited: true,
    path: { id: s.idOf('project') },
    query: {
      format: documentFormat,
      revisionId: { ...revisionIdParam, description: EXPORTED_REVISION },
      compareTo: {
        ...revisionIdParam,
        description:
          'Another revision of the project, whose differences in sections, standards, clauses and values are marked: in docx as tracked changes, in pdf underlined and struck. Cover and certificate are those of revisionId',
      },
    },
    responseType: 'file',
    returns: documentFile,
    etag: 'bytes',
    timeoutMs: 60_000,
    extension: true,
    rules: 'P18 W14',
  }),
} as const;
