/**
 * The receiver of multipart uploads: every part named
 * `files` is streamed into the store under a random key, the other parts are form fields. After a failure or
 * rejection the keys are removed; the sweeper of the files service finds what could not be.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { createBufferGarbageCollection } from '../../../shared/buffer-garbage-collection.ts';
import { apiError, toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import { isPrototypeKey } from '../../../shared/kernel/json/json-scan.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { MeasuringStream } from '../../../shared/storage/measuring-stream.ts';
import type { ObjectStore } from '../../../shared/storage/object-store.ts';
import { isStorageUnavailable, storageUnavailable } from '../../../shared/storage/storage-unavailable.ts';
import { newStorageKey } from '../../../shared/storage-key.ts';
import { assertUncompressed, drainRequest } from '../requests/request-body.ts';
import { assertValidParts } from './multipart-check.ts';
import {
  FILE_PART_NAME,
  looksLikeFile,
  MAX_HEADER_BYTES,
  MAX_PART_HEADERS,
  malformedRequest,
  parseBoundary,
} from './multipart-headers.ts';

/** A stored part, in the form `files.upload` takes. */
interface UploadedFile {
  key: string;
  /** The client's file name without folders; may be empty. */
  name: string;
  mime_type: string;
  size: number;
  sha256: string;
  /** The first bytes in base64, for the recognition of the type. */
  head: string;
}

export interface ReceivedUpload {
  /** In the order sent; a repeated field has several values. */
  fields: Map<string, string[]>;
  files: UploadedFile[];
}

/** What has been received of an upload so far. */
interface IncomingForm {
  fields: ReceivedUpload['fields'];
  /** By storage key. */
  files: Map<string, { stream: Readable; stored: Promise<UploadedFile> }>;
}

/** Where the bytes of a form go. */
export type UploadStore = Pick<ObjectStore, 'put' | 'remove'>;

interface FormReader {
  request: IncomingMessage;
  parser: BusboyInstance;
  store: UploadStore;
  limits: Config['uploads'];
  form: IncomingForm;
}

const SNIFFED_BYTES = 4096;
const MAX_FIELD_BYTES = 64 * 1024;
const MAX_FIELDS = 200;

/**
 * Receives an upload.
 * @throws UNSUPPORTED_MEDIA_TYPE for anything but multipart/form-data without Content-Encoding;
 * MALFORMED_REQUEST for a broken or incomplete body, too many parts, a header that is not allowed, text that is not UTF-8 or a prototype key;
 * PAYLOAD_TOO_LARGE for a file over the limit; SERVICE_UNAVAILABLE when the store does not accept the bytes
 */
export async function receiveUpload(
  request: IncomingMessage,
  store: UploadStore,
  limits: Config['uploads'],
): Promise<ReceivedUpload> {
  const boundary = assertMultipartForm(request, limits);
  const parser = createFormParser(boundary, limits);
  const form: IncomingForm = { fields: new Map(), files: new Map() };
  const { fields, files } = form;
  try {
    const parts = assertValidParts(request, boundary);
    await Promise.all([parseForm({ request, parser, store, limits, form }), parts]);
    return { fields, files: await Promise.all([...files.values()].map(({ stored }) => stored)) };
  } catch (error) {
    request.unpipe();
    for (const { stream } of files.values()) stream.destroy(new Error('the upload was refused'));
    const results = await Promise.allSettled([...files.values()].map(({ stored }) => stored));
    // The store itself removes what it could not store completely.
    const keys = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.key] : []));
    await removeStoredFiles(store, keys);
    await drainRequest(request);
    throw error;
  }
}

/**
 * Reads the request into the form; file parts go into the store. Resolves when the form is complete: parts may still be
 * on their way into the store.
 */
function parseForm({ request, parser, store, limits, form }: FormReader): Promise<void> {
  const collectGarbageIfDue = createBufferGarbageCollection();
  return new Promise((resolve, reject) => {
    const refuse = (message: string): void => reject(malformedRequest(message));
    parser.on('file', (part, stream, name, _encoding, mimeType) => {
      const key = newStorageKey();
      stream.once('limit', () => reject(tooLarge(limits.bytes)));
      const stored = storeFilePart(store, key, stream, { name: name ?? '', mime_type: mimeType });
      form.files.set(key, { stream, stored });
      stored.catch((error: unknown) => reject(toClientError(error)));
      if (part !== FILE_PART_NAME)
        refuse(`The part '${truncate(part)}' contains a file. File parts must be named '${FILE_PART_NAME}'.`);
    });
    parser.on('field', (part, value, _nameTruncated, isTruncated) => {
      const fault = findFieldFault(part, isTruncated);
      if (fault !== null) refuse(fault);
      else form.fields.set(part, [...(form.fields.get(part) ?? []), value]);
    });
    parser.on('filesLimit', () => refuse(`An upload can contain at most ${limits.files} files.`));
    parser.on('fieldsLimit', () => refuse(`An upload can contain at most ${MAX_FIELDS} form fields.`));
    parser.on('partsLimit', () => refuse('The upload has too many parts.'));
    parser.on('error', () =>
      refuse('The body is not a complete multipart form: its closing boundary is missing.'),
    );
    parser.on('finish', resolve);
    request.once('error', () => refuse(CLOSED_EARLY));
    request.once('close', () => {
      if (!request.complete) refuse(CLOSED_EARLY);
    });
    request.on('data', (chunk: Buffer) => collectGarbageIfDue(chunk.length));
    request.pipe(parser);
  });
}

const CLOSED_EARLY = 'The connection was closed before the upload was complete.';

/** The fault of a form field as a sentence; null when there is none. */
function findFieldFault(name: string, isTruncated: boolean): string | null {
  if (!name || name.length > 100) return 'A form part has no name, or one that is too long.';
  if (isPrototypeKey(name)) return `The field '${name}' is not allowed.`;
  return isTruncated ? `The field '${name}' exceeds ${MAX_FIELD_BYTES / 1024} KB.` : null;
}

/**
 * Removes the bytes of an upload that the action rejected. After an unknown outcome (a timeout, an
 * unavailable service) they are kept: a record may refer to them, and the sweeper of the files service removes
 * orphans.
 */
export async function discardUpload(
  store: UploadStore,
  upload: ReceivedUpload,
  rejection: unknown,
): Promise<void> {
  if (toErrorInfo(rejection).status >= 500 && !isStorageUnavailable(rejection)) return;
  await removeStoredFiles(
    store,
    upload.files.map(({ key }) => key),
  );
}

/** The boundary of the form, after a check of type, encoding and length. */
function assertMultipartForm(request: IncomingMessage, limits: Config['uploads']): string {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw apiError('UNSUPPORTED_MEDIA_TYPE', 'Send the upload as multipart/form-data.');
  }
  assertUncompressed(request.headers['content-encoding']);
  if (
    Number(request.headers['content-length'] ?? 0) >
    limits.files * (limits.bytes + MAX_FIELD_BYTES) + MAX_FIELDS * MAX_FIELD_BYTES
  ) {
    throw tooLarge(limits.bytes);
  }
  return parseBoundary(contentType);
}

const createFormParser = (boundary: string, limits: Config['uploads']): BusboyInstance =>
  new Busboy({
    // Rebuilt, so that the parser and the check of the parts use the same boundary.
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    isPartAFile: (part, type, name) => looksLikeFile(part, type, name !== undefined),
    limits: {
      files: limits.files,
      fileSize: limits.bytes,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      parts: limits.files + MAX_FIELDS + 1,
      headerPairs: MAX_PART_HEADERS,
      headerSize: MAX_HEADER_BYTES,
    },
  });

async function storeFilePart(
  store: UploadStore,
  key: string,
  stream: Readable,
  metadata: { name: string; mime_type: string },
): Promise<UploadedFile> {
  const measure = new MeasuringStream(SNIFFED_BYTES);
  // The part may fail before the store listens.
  stream.on('error', () => undefined);
  const { size, sha256 } = await store.put(key, stream, measure);
  return { key, ...metadata, size, sha256, head: measure.head.toString('base64') };
}

async function removeStoredFiles(store: UploadStore, keys: string[]): Promise<void> {
  // The sweeper finds a file that could not be removed.
  await Promise.allSettled(keys.map((key) => store.remove(key)));
}

/** An unknown error is one of the store. */
const toClientError = (error: unknown): unknown =>
  toErrorInfo(error).code === 'INTERNAL_ERROR' ? storageUnavailable(error) : error;

const tooLarge = (bytes: number): Error =>
  apiError('PAYLOAD_TOO_LARGE', `A file must not exceed ${bytes} bytes.`);
const truncate = (text: string | undefined): string => (text ?? '').slice(0, 60);
