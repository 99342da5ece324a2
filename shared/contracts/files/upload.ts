/**
 * Endpoint that uploads files into the open draft of a project; the gateway has stored their bytes before (decisions
 * F1, F2, F5, F6).
 */
import { STORAGE_KEY_PATTERN } from '../../storage-key.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { fileDescription, fileTags, fileView } from './shapes.ts';
import { DOCUMENT_TYPES } from './vocabulary.ts';

/** A part whose bytes the gateway has already stored; over HTTP these bytes. */
const uploadedPart = {
  ...s.object({
    key: { type: 'string', pattern: STORAGE_KEY_PATTERN },
    name: s.text,
    mime_type: { type: 'string', max: 255 },
    size: { type: 'number', integer: true, min: 0 },
    sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    /** The first bytes in base64. */
    head: { type: 'string', max: 8192 },
  }),
  bytes: true,
} as const;

export const fileUploadEndpoints = {
  'files.upload': endpoint({
    http: 'POST /api/files/projects/:projectId/upload',
    group: 'files',
    summary: 'Uploads one or more files into the open draft',
    description:
      'Multipart form data: each part named files is a file, the other parts are the fields. All or none: one rejected file rejects the request. The content must match its declared type: PDF, PNG, JPEG, GIF, WebP, TIFF, SVG of at most 2 MB without script or links out of it, text and CSV in any encoding, Word, Excel and PowerPoint without macros, DXF, DWG, ZIP, IFC. Empty files are accepted. Two files may have the same name. Without an open draft the response is 409.',
    auth: 'key_or_session',
    permissions: ['project:upload'],
    optionalPermissions: ['project:upload:view', 'project:upload:edit', 'project:upload:admin'],
    on: { resource: 'project', by: 'projectId' },
    needsDraft: 409,
    mutates: true,
    path: { projectId: s.idOf('project') },
    bodyEncoding: 'multipart',
    body: {
      files: { ...s.list(uploadedPart), min: 1, max: 1000, description: 'the parts named files' },
      document_type: { ...s.oneOf(...DOCUMENT_TYPES), default: 'other', optional: true },
      name: {
        ...s.optional(s.nameText(500)),
        description: 'another name than the part’s; only with a single file',
      },
      description: { ...fileDescription, default: '', optional: true },
      tags: { ...s.optional(fileTags), description: 'repeated parts or one JSON array' },
      folder_id: s.nullable(s.optional(s.idOf('folder'))),
      project_revision_id: {
        ...s.optional(s.idOf('projectRevision')),
        description: 'the open draft, which is also the default; a published revision is 409',
      },
    },
    success: 201,
    location: '/api/files/projects/:projectId/list',
    returns: s.object({ files: s.list(fileView), total: s.integer }),
    errors: ['QUOTA_EXCEEDED', 'REVISION_PUBLISHED'],
    timeoutMs: 60_000,
    rules: 'F1 F2 F5 F6 R-189 H21 H22 H23 H24',
  }),
} as const;
