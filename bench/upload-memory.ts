/**
 * `npm run dev -- upload-memory`: memory of the service during uploads of 100 MiB, after one that is not
 * measured; exits with 1 above the limit. The client generates the bytes as they are sent.
 */
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startDisposableService } from '../scripts/launcher/disposable-service.ts';
import { populateWorld } from '../test/world/population.ts';

const UPLOAD_BYTES = 100 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, '%PDF-1.7 ');
const MAX_RISE_MB = 32;
const ROUNDS = 3;
const SAMPLE_MS = 50;

/** A form with one file of `bytes` bytes. */
function* formOf(bytes: number): Generator<Buffer> {
  yield Buffer.from(
    '--b\r\nContent-Disposition: form-data; name="files"; filename="large.pdf"\r\nContent-Type: application/pdf\r\n\r\n',
  );
  for (let sent = 0; sent < bytes; sent += CHUNK.length)
    yield CHUNK.subarray(0, Math.min(CHUNK.length, bytes - sent));
  yield Buffer.from('\r\n--b--\r\n');
}

/** Uploads a file. @returns the status of the response */
async function upload(address: string, secret: string, bytes: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request(
    address,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'multipart/form-data; boundary=b' },
    },
    (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    },
  ).once('error', reject);
  await pipeline(Readable.from(formOf(bytes), { objectMode: false }), sent);
  return promise;
}

const service = await startDisposableService('one process');
try {
  const { ada } = await populateWorld(service.base);
  const address = `${service.base}/api/files/projects/${ada.projectId}/upload`;
  const memory = (): number => Math.max(...service.memoryByService().values());
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = memory();
    let peak = before;
    const sampling = setInterval(() => {
      peak = Math.max(peak, memory());
    }, SAMPLE_MS);
    const startedAt = performance.now();
    const status = await upload(address, ada.secret, UPLOAD_BYTES);
    const seconds = (performance.now() - startedAt) / 1000;
    clearInterval(sampling);
    const rise = peak - before;
    const isMeasured = round > 0;
    console.log(
      `${isMeasured ? `Upload ${round}` : 'Warm-up '}: ${status}, ${seconds.toFixed(1)} s, ${before} MB before, a rise of ${rise} MB; the limit is ${MAX_RISE_MB} MB.`,
    );
    if (status !== 201 || (isMeasured && rise > MAX_RISE_MB)) process.exitCode = 1;
  }
} finally {
  await service.stop();
}
