/**
 * Response with a document that a service has written: its bytes as an attachment, or 304. Unlike a stored file
 * (`file-response.ts`) it comes with the representation of the service, which knows whether it has changed.
 */
import { documentFile } from '../../../shared/contracts/document-shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { findShapeMismatches } from '../../../shared/kernel/validation/shape-checks.ts';
import { dispositionHeader } from '../../../shared/storage/content-disposition.ts';
import type { HttpContext } from '../http-context.ts';
import { sendContent } from './send-response.ts';

const isDocument = (value: unknown): value is Infer<typeof documentFile> =>
  findShapeMismatches(documentFile, value).length === 0;

/** @param json of the representation; null: the client has the document */
export async function sendDocument(context: HttpContext, etag: string, json: string | null): Promise<void> {
  const document: unknown = json === null ? null : JSON.parse(json);
  if (document !== null && !isDocument(document)) throw new Error('the result is no document');
  const content = {
    status: 200,
    type: document?.mime_type ?? '',
    bytes: Buffer.from(document?.bytes ?? '', 'base64'),
    etag,
    // Its parts are compressed already.
    isCompressed: true as const,
    headers: {
      ...(document ? { 'Content-Disposition': dispositionHeader('attachment', document.name) } : {}),
      'Content-Security-Policy': "sandbox; default-src 'none'",
    },
  };
  await sendContent(context, content);
}
