/**
 * Builds the response of an endpoint that gives a Word file or PDF: its bytes, file name and media type. Also refuses
 * such a call that did not come over HTTP.
 */
import type { documentFile } from '../../contracts/document-shapes.ts';
import type { Infer } from '../../contracts/schema.ts';
import { documentName, MEDIA_TYPES } from '../../documents/document-formats.ts';
import type { DocumentTask } from '../../documents/document-task.ts';
import { apiErrorAt } from '../errors/errors.ts';
import type { RequestContext } from '../service/request-context.ts';
import type { DocumentWriter } from './document-writer.ts';

/** @param code of the revision, for the name of the file @throws SERVICE_UNAVAILABLE, PAYLOAD_TOO_LARGE */
export async function answerDocument(
  documents: DocumentWriter,
  task: DocumentTask,
  code: string,
  ctx: RequestContext,
): Promise<Infer<typeof documentFile>> {
  const bytes = await documents.write(task, ctx);
  return {
    bytes: Buffer.from(bytes).toString('base64'),
    name: documentName(task.source.head.name, code, task.format),
    mime_type: MEDIA_TYPES[task.format],
  };
}

/** Files are exchanged over HTTP alone. @throws VALIDATION_ERROR on other channels */
export function assertOverHttp(ctx: RequestContext): void {
  if (ctx.principal.channel === 'http') return;
  throw apiErrorAt(
    'VALIDATION_ERROR',
    'format',
    'Documents are sent over HTTP alone. Ask for json or markdown.',
  );
}
