/**
 * Start of an S3 server as a local program on 127.0.0.1, with one empty bucket. For `s3.ts` and the health
 * suite.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'minio';
import { locateProgram } from '../../scripts/start/embedded-servers/locate-program.ts';
import { VERSITYGW } from '../../scripts/start/embedded-servers/programs.ts';
import {
  createScratchFolder,
  removeScratchFolder,
} from '../../scripts/start/embedded-servers/scratch-folder.ts';
import {
  findFreePort,
  isListening,
  launchServer,
  retryWhileRunning,
} from '../../scripts/start/embedded-servers/server-process.ts';

export interface S3Server {
  /** Client settings under the names of the configuration. */
  readonly settings: { endpoint: string; bucket: string; accessKey: string; secretKey: string };
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts an S3 server on a temporary folder, with one empty bucket. */
export async function startS3(): Promise<S3Server> {
  const { path } = await locateProgram(VERSITYGW);
  const folder = createScratchFolder('s3');
  const [objects, metadata] = [join(folder, 'objects'), join(folder, 'metadata')];
  mkdirSync(objects);
  mkdirSync(metadata);
  const port = await findFreePort();
  const [accessKey, secretKey] = [randomBytes(10).toString('hex'), randomBytes(24).toString('hex')];
  const env = { ...process.env, ROOT_ACCESS_KEY: accessKey, ROOT_SECRET_KEY: secretKey };
  let lastOutput = '';
  const server = await launchServer({
    program: path,
    // Metadata in separate files: not every temporary folder supports extended attributes.
    args: ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--sidecar', metadata, objects],
    env,
    cwd: folder,
    output: (text) => {
      lastOutput = `${lastOutput}${text}`.slice(-2000);
    },
  });
  const bucket = 'files';
  const client = new Client({ endPoint: '127.0.0.1', port, useSSL: false, accessKey, secretKey });
  const stop = async (): Promise<void> => {
    await server.stop(5000);
    removeScratchFolder(folder);
  };
  try {
    await retryWhileRunning(server, () => isListening(port));
    await client.makeBucket(bucket);
  } catch (error) {
    await stop();
    throw new Error(
      `The S3 gateway did not start: ${lastOutput.trim().split('\n').at(-1) || (error as Error).message}`,
    );
  }
  return {
    settings: { endpoint: `http://127.0.0.1:${port}`, bucket, accessKey, secretKey },
    pid: server.pid,
    stop,
  };
}
