/**
 * Measurement for `tools/bench/run.ts` of an upload of 100 MiB with the memory it takes, and of its download beside
 * node:http streaming the same bytes from disk: to and from local disk, and S3 where there is a server.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  type DisposableService,
  type RunMode,
  startDisposableService,
} from '../../scripts/start/launcher/disposable-service.ts';
import { startS3 } from '../../test/servers/s3-server.ts';
import { type ComparisonRow, describeComparison, timeInTurn } from './comparison.ts';
import { createUploader } from './file-operations.ts';
import {
  LARGE_FILE_BYTES,
  largeContent,
  MAX_UPLOAD_RISE_MB,
  START_UP_MS,
  uploadLargeFile,
  watchMemory,
} from './large-upload.ts';

const DOWNLOADS = 5;
/** A download may take twice as long as from the plain server. */
const MAX_DOWNLOAD_RATIO = 2;

interface LargeFileMeasurements {
  downloads: ComparisonRow[];
  /** A sentence for each upload. */
  uploads: string[];
}

/** @param service with files on local disk */
export async function measureLargeFiles(
  service: DisposableService,
  mode: RunMode,
  log: (line: string) => void,
): Promise<LargeFileMeasurements> {
  const found: LargeFileMeasurements = { downloads: [], uploads: [] };
  await measureStore(service, 'disk', found, log);
  const s3 = await startS3().catch((error: unknown) => {
    found.uploads.push(`No S3 server: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  });
  if (s3) {
    const { endpoint, bucket, accessKey, secretKey } = s3.settings;
    const env = {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    };
    try {
      const onS3 = await startDisposableService(mode, env);
      await pause(START_UP_MS);
      await measureStore(onS3, 'S3', found, log).finally(() => onS3.stop());
    } finally {
      await s3.stop();
    }
  }
  return found;
}

/** Uploads to a store and downloads from it. @param store in a word @param found gets the results */
async function measureStore(
  service: Pick<DisposableService, 'base' | 'memoryByService'>,
  store: string,
  found: LargeFileMeasurements,
  log: (line: string) => void,
): Promise<void> {
  const { base } = service;
  const uploader = await createUploader(base);
  // The first work of a process makes its heap grow, whatever it is.
  for (const which of ['First', 'Second']) {
    const { name, rise, before, result } = await watchMemory(service, () => uploadLargeFile(uploader));
    if (result.status !== 201) throw new Error(`the upload answered ${result.status}: ${result.body}`);
    const sentence = `${which} upload of 100 MiB to ${store}: ${result.seconds.toFixed(1)} s; memory of ${name}: ${before} MB before, a rise of ${rise} MB (target: ≤ ${MAX_UPLOAD_RISE_MB} MB).`;
    log(sentence);
    found.uploads.push(sentence);
  }
  const { files } = await uploader.client.call('files.list', { projectId: uploader.projectId });
  const download = `${base}/api/files/projects/${uploader.projectId}/download/${files[0]?.id}`;
  const plain = await startPlainServer();
  try {
    const times = await timeInTurn(
      DOWNLOADS,
      (_round, stopwatch) => stopwatch.time(() => receive(plain.url)),
      (_round, stopwatch) => stopwatch.time(() => receive(download, uploader.secret)),
    );
    const row = { operation: `download of 100 MiB from ${store}`, ...times, maxRatio: MAX_DOWNLOAD_RATIO };
    log(describeComparison(row));
    found.downloads.push(row);
  } finally {
    await plain.stop();
  }
}

/** Receives all bytes of a file, also after a redirect. @throws Error when there are fewer */
async function receive(url: string, secret?: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const headers = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
  get(url, { headers, agent: false }, (response) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    response.once('error', reject);
    response.once('end', () => {
      if (response.statusCode === 302) resolve(response.headers.location ?? '');
      else if (bytes === LARGE_FILE_BYTES) resolve(null);
      else reject(new Error(`GET ${new URL(url).pathname}: ${response.statusCode} with ${bytes} bytes`));
    });
  }).once('error', reject);
  const location = await promise;
  if (location !== null) await receive(location);
}

/** A plain server of such a file on disk, in a process of its own. */
async function startPlainServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'css-bench-file-'));
  const file = join(folder, 'large.pdf');
  await writeFile(file, largeContent(LARGE_FILE_BYTES));
  const child = fork(fileURLToPath(import.meta.url), ['serve', file]);
  const [port]: number[] = await once(child, 'message');
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      child.kill();
      await rm(folder, { recursive: true });
    },
  };
}

// In the forked process.
const [, program, task, file = ''] = process.argv;
if (program === fileURLToPath(import.meta.url) && task === 'serve') {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': LARGE_FILE_BYTES });
    createReadStream(file).pipe(response);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : null);
  });
}
