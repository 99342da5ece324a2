/**
 * Upload of a file of any size, whose bytes are generated as they are sent, and the memory that the service
 * takes for it.
 */
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DisposableService } from '../../scripts/start/launcher/disposable-service.ts';

export const LARGE_FILE_BYTES = 100 * 1024 * 1024;
/** The bar: an upload is a stream, and never in memory as a whole. */
export const MAX_UPLOAD_RISE_MB = 32;

const CHUNK = Buffer.alloc(64 * 1024, '%PDF-1.7 ');
const SAMPLE_MS = 50;

/** Time in which a new process ends its start-up work: the search threads load indexes after it is ready. */
export const START_UP_MS = 3_000;

/** The content of a file of `bytes` bytes, which begins like a PDF. */
export function* largeContent(bytes: number): Generator<Buffer> {
  for (let sent = 0; sent < bytes; sent += CHUNK.length)
    yield CHUNK.subarray(0, Math.min(CHUNK.length, bytes - sent));
}

/** Content type of `formOf`. */
export const FORM_TYPE = 'multipart/form-data; boundary=b';

/** A form with one such file. */
export function* formOf(bytes: number): Generator<Buffer> {
  yield Buffer.from(
    '--b\r\nContent-Disposition: form-data; name="files"; filename="large.pdf"\r\nContent-Type: application/pdf\r\n\r\n',
  );
  yield* largeContent(bytes);
  yield Buffer.from('\r\n--b--\r\n');
}

/** A project, and a key that may upload to it. */
export interface UploadTarget {
  base: string;
  projectId: number;
  secret: string;
}

interface Upload {
  status: number;
  body: string;
  seconds: number;
}

/** Uploads a file of `bytes` bytes. */
export async function uploadLargeFile(
  { base, projectId, secret }: UploadTarget,
  bytes = LARGE_FILE_BYTES,
): Promise<Upload> {
  const { promise, resolve, reject } = Promise.withResolvers<Omit<Upload, 'seconds'>>();
  const options = {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': FORM_TYPE },
  };
  const began = performance.now();
  const sent = request(`${base}/api/files/projects/${projectId}/upload`, options, (response) => {
    let body = '';
    response.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
  }).once('error', reject);
  await pipeline(Readable.from(formOf(bytes), { objectMode: false }), sent);
  return { ...(await promise), seconds: (performance.now() - began) / 1000 };
}

/** The process whose memory rose most during a work: megabytes before, and the rise. */
interface MemoryRise {
  name: string;
  before: number;
  rise: number;
}

/** Runs a work and watches the memory of the processes of the service. */
export async function watchMemory<T>(
  service: Pick<DisposableService, 'memoryByService'>,
  work: () => Promise<T>,
): Promise<MemoryRise & { result: T }> {
  const first = service.memoryByService();
  let most: MemoryRise = { name: 'every process', before: 0, rise: 0 };
  const sampling = setInterval(() => {
    for (const [name, now] of service.memoryByService()) {
      const before = first.get(name) ?? 0;
      if (now - before > most.rise) most = { name, before, rise: now - before };
    }
  }, SAMPLE_MS);
  const result = await work().finally(() => clearInterval(sampling));
  return { ...most, result };
}
