/**
 * The response with a file: a redirect to its presigned URL, or its bytes from local disk (document 3, Files;
 * hardening H23, H25).
 */
import { pipeline } from 'node:stream/promises';
import { type Infer, integer, object, text } from '../../../shared/contracts/schema.ts';
import { contentEtag } from '../../../shared/kernel/conditional-requests/etags.ts';
import { findShapeMismatches } from '../../../shared/kernel/validation/params.ts';
import { attachmentHeader } from '../../../shared/storage/content-disposition.ts';
import type { ObjectStore } from '../../../shared/storage/object-store.ts';
import type { RequestContext } from '../request-context.ts';
import { ignoreDisconnect, replyIfNotModified } from './send-response.ts';

const storedFileSchema = object({ key: text, name: text, mime_type: text, size: integer });
const redirectSchema = object({ redirect: text });

const isStoredFile = (body: unknown): body is Infer<typeof storedFileSchema> =>
  findShapeMismatches(storedFileSchema, body).length === 0;
const isRedirect = (body: unknown): body is Infer<typeof redirectSchema> =>
  findShapeMismatches(redirectSchema, body).length === 0;

/** @param body the result of the action: a URL, or the key of bytes in the store */
export async function sendFile(store: ObjectStore, context: RequestContext, body: unknown): Promise<void> {
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
  if (replyIfNotModified(context, contentEtag([body.key, body.name, body.mime_type]))) return;
  const headers = {
    'Content-Type': body.mime_type,
    'Content-Length': body.size,
    'Content-Disposition': attachmentHeader(body.name),
    'Content-Security-Policy': "sandbox; default-src 'none'",
  };
  if (request.method === 'HEAD') {
    response.writeHead(200, headers).end();
    return;
  }
  // Opened before the head is sent, so that missing bytes are an error and not a short file.
  const bytes = await store.open(body.key);
  response.writeHead(200, headers);
  await pipeline(bytes, response).catch(ignoreDisconnect);
}
