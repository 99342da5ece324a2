/**
 * Endpoints of the images of a standard: upload, list, download; and the internal actions by which the gateway checks
 * an upload before it receives the bytes, and projects gets an image of a sealed revision.
 */
import { documentFile } from '../document-shapes.ts';
import { endpoint, internalAction } from '../endpoint.ts';
import * as s from '../schema.ts';

/** An SVG has the lower of this and the limit of `svg-checker.ts`; in base64 it must fit a message on the bus. */
export const MAX_BYTES_PER_IMAGE = 2 * 1024 * 1024;
export const MAX_IMAGE_BYTES_PER_STANDARD = 50 * 1024 * 1024;
/** What a Word file or PDF takes along; further images are shown as their references. */
export const MAX_IMAGE_BYTES_PER_DOCUMENT = 32 * 1024 * 1024;

const imageView = s.named(
  'StandardImage',
  s.object({
    name: s.text,
    reference: s.text,
    markdown: s.text,
    media_type: s.text,
    bytes: s.integer,
    sha256: s.text,
    created: s.optional(s.boolean),
    mentioned: s.optional(s.boolean),
  }),
);

/** Over HTTP the bytes of the part; on the bus in base64. */
const imagePart = {
  ...s.object({
    name: s.text,
    mime_type: { type: 'string', max: 255 },
    content: {
      type: 'string',
      pattern: '^[A-Za-z0-9+/]*={0,2}$',
      max: Math.ceil(MAX_BYTES_PER_IMAGE / 3) * 4,
    },
  }),
  bytes: true,
} as const;

const images = { group: 'standards', auth: 'key_or_session', extension: true } as const;
const onStandard = { resource: 'standard', by: 'id' } as const;
const revisionId = s.optional(s.idOf('standardRevision'));

export const standardImageEndpoints = {
  'standards.images.upload': endpoint({
    ...images,
    http: 'POST /api/standards/:id/images',
    summary: 'Uploads an image, to be shown in clauses',
    description:
      'Multipart form data with one part named files: PNG, JPEG, or SVG without script or links out of it, of at most 2 MB; the images of a standard have at most 50 MB. The name contains the SHA-256 of the bytes, so that a reference to it in the text of a clause seals them with the revision: put markdown where the image is to be shown. Clauses can refer only to images that the standard has. The same bytes under the same name are the same image: 200, and nothing changes.',
    permissions: ['standard:update'],
    on: onStandard,
    mutates: true,
    noDryRun: true,
    path: { id: s.idOf('standard') },
    bodyEncoding: 'multipart',
    body: { files: { ...s.list(imagePart), min: 1, max: 1, description: 'the part named files' } },
    success: 201,
    createdIf: 'created',
    location: '/api/standards/:id/images',
    returns: imageView,
    errors: ['QUOTA_EXCEEDED', 'PROJECT_ARCHIVED'],
    timeoutMs: 30_000,
    rules: 'S16 F1',
  }),
  'standards.images.list': endpoint({
    ...images,
    http: 'GET /api/standards/:id/images',
    summary: 'Lists the images of a standard',
    description:
      'The images that clauses of a revision refer to; without revisionId those of the current revision, for editors also of the working copy, and what they have uploaded themselves, with mentioned: false where no clause refers to it. An image of a clause whose text is withheld is not listed.',
    permissions: ['standard:read'],
    optionalPermissions: ['standard:view_drafts'],
    on: onStandard,
    mutates: false,
    path: { id: s.idOf('standard') },
    query: { revisionId },
    returns: s.object({ images: s.list(imageView), total: s.integer }),
    rules: 'W14',
  }),
  'standards.images.get': endpoint({
    ...images,
    http: 'GET /api/standards/:id/images/:name',
    summary: 'Returns the bytes of an image',
    description:
      'To whoever may read a clause that refers to it: in the revision, by default in the current one and, for readers of working copies, in the working copy. 404 where no clause refers to it, or only clauses whose text is withheld. Always an attachment.',
    permissions: ['standard:read'],
    optionalPermissions: ['standard:view_drafts'],
    on: onStandard,
    mutates: false,
    path: { id: s.idOf('standard'), name: { type: 'string', min: 1, max: 120, idKind: 'image' } },
    query: { revisionId },
    responseType: 'file',
    returns: documentFile,
    etag: 'bytes',
    rules: 'W14',
  }),
  'standards.images.admit': internalAction({
    group: 'standards',
    mutates: false,
    on: { resource: 'standard', by: 'standard_id', permissions: ['standard:update'] },
    calledBy: ['gateway'],
    summary:
      'Checks before the bytes are received whether the caller may upload an image; fails with the same 404 or 403 as the upload',
    params: { standard_id: s.id },
    returns: s.object({ standard_id: s.id }),
  }),
  'standards.sealedImage': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['projects'],
    summary:
      'An image of a sealed revision, for readers whose access the calling service has checked; null where no clause refers to it whose text is not withheld',
    params: { revision_id: s.id, name: s.text },
    returns: s.object({ image: s.nullable(s.object({ media_type: s.text, content: s.text })) }),
  }),
} as const;
