/**
 * Start of a Redis server as a local program on 127.0.0.1, with a password and without persistence. For
 * `redis.ts` and the health suite.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { locateProgram } from '../../scripts/start/embedded-servers/locate-program.ts';
import { REDIS_SERVER } from '../../scripts/start/embedded-servers/programs.ts';
import { createScratchFolder } from '../../scripts/start/embedded-servers/scratch-folder.ts';
import {
  launchScratchServer,
  type RunningServer,
} from '../../scripts/start/embedded-servers/scratch-server.ts';
import { findFreePort } from '../../scripts/start/embedded-servers/server-process.ts';

/** Starts Redis; its URL contains the random password. */
export async function startRedis(): Promise<RunningServer> {
  const { path } = await locateProgram(REDIS_SERVER);
  const folder = createScratchFolder('redis');
  const port = await findFreePort();
  const password = randomBytes(24).toString('hex');
  const config = join(folder, 'redis.conf');
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    'save ""',
    'appendonly no',
    `dir ${folder}`,
  ];
  writeFileSync(config, `${lines.join('\n')}\n`, { mode: 0o600 });
  const args = [config];
  const server = await launchScratchServer({ title: REDIS_SERVER.title, folder, port, program: path, args });
  return { url: `redis://:${password}@127.0.0.1:${port}`, ...server };
}
