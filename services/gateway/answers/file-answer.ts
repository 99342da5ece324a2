/** Answers a file: a redirect to its presigned address, or its bytes from local disk (document 3, Files; hardening H23, H25). */
import { pipeline } from 'node:stream/promises';
import { type Infer, integer, object, text } from '../../../shared/contracts/schema.ts';
import { etagOf } from '../../../shared/kernel/conditional.ts';
import { findMismatches } from '../../../shared/kernel/params.ts';
import { attachmentAs } from '../../../shared/storage/content-disposition.ts';
import type { ObjectStore } from '../../../shared/storage/object-store.ts';
import type { Exchange } from '../exchange.ts';
import { isNotModified, unlessGone } from './answer.ts';

const stored = object({ key: text, name: text, mime_type: text, size: integer });
const redirected = object({ redirect: text });

const isStored = (body: unknown): body is Infer<typeof stored> => findMismatches(stored, body).length === 0;
const isRedirected = (body: unknown): body is Infer<typeof redirected> => findMismatches(redirected, body).length === 0;

/** @param body what the action answered: an address, or the key of bytes in our own store */
export async function sendFile(store: ObjectStore, exchange: Exchange, body: unknown): Promise<void> {
  const { request, response } = exchange;
  if (isRedirected(body)) {
    // The address is a capability for two minutes: no cache may keep it.
    response.writeHead(302, { Location: body.redirect, 'Cache-Control': 'no-store' }).end();
    return;
  }
  if (!isStored(body)) throw new Error('a download names neither an address nor a stored file');
  // The bytes under a key never change; the key itself is nobody's business. Name and type are headers of the response.
  if (isNotModified(exchange, etagOf([body.key, body.name, body.mime_type]))) return;
  const headers = {
    'Content-Type': body.mime_type,
    'Content-Length': body.size,
    'Content-Disposition': attachmentAs(body.name),
    'Content-Security-Policy': "sandbox; default-src 'none'",
  };
  if (request.method === 'HEAD') {
    response.writeHead(200, headers).end();
    return;
  }
  // Opened before the head is written, so that missing bytes are an error and not a short file.
  const bytes = await store.open(body.key);
  response.writeHead(200, headers);
  await pipeline(bytes, response).catch(unlessGone);
}
