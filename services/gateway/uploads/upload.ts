/**
 * Takes a multipart request apart (document 3, Files; decisions F1, F5; hardening H24): every part named `files` streams into the
 * store under a random key, the other parts are form fields. All or nothing: after any failure none of its keys is left.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Config } from '../../../shared/kernel/config.ts';
import { fail, readError } from '../../../shared/kernel/errors.ts';
import { Measure } from '../../../shared/storage/measure.ts';
import { isNotStored, notStored } from '../../../shared/storage/not-stored.ts';
import { newStorageKey, type ObjectStore } from '../../../shared/storage/object-store.ts';
import { namesPrototype } from '../requests/json-scan.ts';
import { checkParts } from './part-check.ts';
import { FILE_PART, HEADER_BYTES, isFile, MAX_HEADERS, malformed, readBoundary } from './part-headers.ts';

/** A stored part, as `files.upload` takes it. */
export interface ReceivedFile {
  key: string;
  /** The name the client gave, its folders taken off; may be empty. */
  name: string;
  mime_type: string;
  size: number;
  sha256: string;
  /** The first bytes in base64, by which the type is recognised. */
  head: string;
}

export interface Upload {
  /** The form fields in the order sent; a repeated one has several values. */
  fields: Map<string, string[]>;
  files: ReceivedFile[];
}

const HEAD_BYTES = 4096;
const FIELD_BYTES = 64 * 1024;
const MAX_FIELDS = 200;

/**
 * Receives an upload.
 * @throws UNSUPPORTED_MEDIA_TYPE for anything but multipart/form-data; MALFORMED_REQUEST for a broken, overfull or unended body, a header
 * that no part of a form has, text that is not UTF-8 and a field that names a prototype;
 * PAYLOAD_TOO_LARGE for a file over the limit; SERVICE_UNAVAILABLE when the store does not take the bytes
 */
export async function receiveUpload(request: IncomingMessage, store: ObjectStore, limits: Config['uploads']): Promise<Upload> {
  const boundary = openForm(request, limits);
  const parser = openParser(boundary, limits);
  const fields: Upload['fields'] = new Map();
  const arriving = new Map<string, { stream: Readable; stored: Promise<ReceivedFile> }>();
  try {
    const parts = checkParts(request, boundary);
    const form = new Promise<void>((resolve, reject) => {
      parser.on('file', (part, stream, name, _encoding, mimeType) => {
        const key = newStorageKey();
        stream.once('limit', () => reject(tooLarge(limits.bytes)));
        const stored = storePart(store, key, stream, { name: name ?? '', mime_type: mimeType });
        arriving.set(key, { stream, stored });
        stored.catch((error: unknown) => reject(asRefusal(error)));
        if (part !== FILE_PART)
          reject(malformed(`A file stands in the part '${shown(part)}'; name the parts of files '${FILE_PART}'.`));
      });
      parser.on('field', (part, value, _nameTruncated, truncated) => {
        if (!part || part.length > 100) reject(malformed('A part of the form has no usable name.'));
        else if (namesPrototype(part)) reject(malformed(`The field '${part}' is not allowed.`));
        else if (truncated) reject(malformed(`The field '${part}' has more than ${FIELD_BYTES / 1024} KB.`));
        else fields.set(part, [...(fields.get(part) ?? []), value]);
      });
      parser.on('filesLimit', () => reject(malformed(`An upload holds at most ${limits.files} files.`)));
      parser.on('fieldsLimit', () => reject(malformed(`An upload holds at most ${MAX_FIELDS} form fields.`)));
      parser.on('partsLimit', () => reject(malformed('The upload has too many parts.')));
      parser.on('error', () => reject(malformed('The body is not a complete multipart form: its closing boundary is missing.')));
      parser.on('finish', resolve);
      request.once('error', () => reject(malformed('The upload was cut off.')));
      request.once('close', () => {
        if (!request.complete) reject(malformed('The upload was cut off.'));
      });
      request.pipe(parser);
    });
    await Promise.all([form, parts]);
    return { fields, files: await Promise.all([...arriving.values()].map(({ stored }) => stored)) };
  } catch (error) {
    request.unpipe();
    for (const { stream } of arriving.values()) stream.destroy(new Error('the upload was refused'));
    await Promise.allSettled([...arriving.values()].map(({ stored }) => stored));
    await removeKeys(store, [...arriving.keys()]);
    await runOff(request);
    throw error;
  }
}

/**
 * Removes what was received after the action refused it. An outcome that is not known (a timeout, a service that went away) leaves
 * the bytes: a record may name them, and the sweeper of the files service finds out.
 */
export async function abandonUpload(store: ObjectStore, upload: Upload, refusal: unknown): Promise<void> {
  if (readError(refusal).status >= 500 && !isNotStored(refusal)) return;
  await removeKeys(
    store,
    upload.files.map(({ key }) => key),
  );
}

/** The boundary of the form, once its head shows that it can be received. */
function openForm(request: IncomingMessage, limits: Config['uploads']): string {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw fail('UNSUPPORTED_MEDIA_TYPE', 'Send the upload as multipart/form-data.');
  }
  if (Number(request.headers['content-length'] ?? 0) > limits.files * (limits.bytes + FIELD_BYTES) + MAX_FIELDS * FIELD_BYTES) {
    throw tooLarge(limits.bytes);
  }
  return readBoundary(contentType);
}

const openParser = (boundary: string, limits: Config['uploads']): BusboyInstance =>
  new Busboy({
    // Not as it was sent: the form and the check of its parts have one boundary.
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    isPartAFile: (part, type, name) => isFile(part, type, name !== undefined),
    limits: {
      files: limits.files,
      fileSize: limits.bytes,
      fields: MAX_FIELDS,
      fieldSize: FIELD_BYTES,
      parts: limits.files + MAX_FIELDS + 1,
      headerPairs: MAX_HEADERS,
      headerSize: HEADER_BYTES,
    },
  });

async function storePart(
  store: ObjectStore,
  key: string,
  stream: Readable,
  about: { name: string; mime_type: string },
): Promise<ReceivedFile> {
  const measure = new Measure(HEAD_BYTES);
  // pipe() would lose the error of a part that ends too early, and it may come before the store listens.
  measure.on('error', () => undefined);
  stream.on('error', (error) => measure.destroy(error));
  stream.once('close', () => {
    if (!stream.readableEnded) measure.destroy(new Error('the part ended early'));
  });
  const { size, sha256 } = await store.put(key, stream.pipe(measure));
  return { key, ...about, size, sha256, head: measure.head.toString('base64') };
}

async function removeKeys(store: ObjectStore, keys: string[]): Promise<void> {
  // One that cannot be removed now is found by the sweeper.
  await Promise.allSettled(keys.map((key) => store.remove(key)));
}

const RUN_OFF_MS = 3_000;

/** Lets the rest of a refused body pass for a moment, because a client that still sends does not read its answer. */
async function runOff(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, RUN_OFF_MS);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    request.once('end', done).once('close', done).once('error', done);
    request.resume();
  });
}

/** What the store reports is not the caller's fault. */
const asRefusal = (error: unknown): unknown => (readError(error).code === 'INTERNAL_ERROR' ? notStored() : error);

const tooLarge = (bytes: number): Error => fail('PAYLOAD_TOO_LARGE', `A file may have at most ${bytes} bytes.`);
const shown = (word: string | undefined): string => (word ?? '').slice(0, 60);
