/**
 * Response to a download or preview of a file: a redirect to its presigned URL, or its bytes from the store,
 * whole or one range, or 304.
 */
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { boolean, type Infer, integer, object, text } from '../../../shared/contracts/schema.ts';
import { contentEtag } from '../../../shared/kernel/conditional-requests/etags.ts';
import { findShapeMismatches } from '../../../shared/kernel/validation/shape-checks.ts';
import { dispositionHeader } from '../../../shared/storage/content-disposition.ts';
import type { ObjectStore, StoredRange } from '../../../shared/storage/object-store.ts';
import type { HttpContext } from '../http-context.ts';
import { ignoreDisconnect, replyIfNotModified } from './send-response.ts';

const storedFileSchema = object({ key: text, name: text, mime_type: text, size: integer, inline: boolean });
const redirectSchema = object({ redirect: text });

const isStoredFile = (body: unknown): body is Infer<typeof storedFileSchema> =>
  findShapeMismatches(storedFileSchema, body).length === 0;
const isRedirect = (body: unknown): body is Infer<typeof redirectSchema> =>
  findShapeMismatches(redirectSchema, body).length === 0;

/** @param body the result of the action: a URL, or the key of bytes in the store */
export async function sendFile(store: ObjectStore, context: HttpContext, body: unknown): Promise<void> {
  const { request, response } = context;
  if (isRedirect(body)) {
    // The URL grants access for two minutes: no cache may store it.
    response.writeHead(302, { Location: body.redirect, 'Cache-Control': 'no-store' }).end();
    return;
  }
  if (!isStoredFile(body))
    throw new Error('the download result has neither a redirect URL nor a stored file');
  // The bytes under a key never change. The key is secret: the tag is a hash. Name and type are headers of
  // the response.
  const { key, name, mime_type, size, inline } = body;
  const etag = contentEtag([key, name, mime_type, inline]);
  if (replyIfNotModified(context, etag)) return;
  const range = readByteRange(request, { size, etag: `"${etag}"` });
  const headers = {
    'Content-Type': mime_type,
    'Content-Length': range ? range.end - range.start + 1 : size,
    'Content-Disposition': dispositionHeader(inline ? 'inline' : 'attachment', name),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Accept-Ranges': 'bytes',
    ...(range ? { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` } : {}),
  };
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') {
    response.writeHead(status, headers).end();
    return;
  }
  // Opened before the head is sent, so that missing bytes are an error and not a short file.
  const bytes = await store.open(key, range ?? undefined);
  response.writeHead(status, headers);
  await pipeline(bytes, response).catch(ignoreDisconnect);
}

const SINGLE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The single range of bytes that `Range` and `If-Range` ask for (RFC 9110, 14.2). Null where the whole content is sent:
 * without a range, for several, for one outside the content, and when `If-Range` names another version.
 */
export function readByteRange(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { size, etag }: { size: number; etag: string },
): StoredRange | null {
  const [, from = '', to = ''] = SINGLE_RANGE.exec(headers.range ?? '') ?? [];
  const condition = headers['if-range'];
  if ((from === '' && to === '') || (condition !== undefined && condition !== etag)) return null;
  const isSuffix = from === '';
  const start = isSuffix ? Math.max(0, size - Number(to)) : Number(from);
  const end = isSuffix || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start <= end ? { start, end } : null;
}
