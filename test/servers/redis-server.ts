/** Embedded Redis on 127.0.0.1, without persistence. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { locateProgram } from '../../scripts/embedded-servers/locate-program.ts';
import type { RunningNatsServer } from '../../scripts/embedded-servers/nats-server.ts';
import { REDIS_SERVER } from '../../scripts/embedded-servers/programs.ts';
import { createScratchFolder, removeScratchFolder } from '../../scripts/embedded-servers/scratch-folder.ts';
import {
  findFreePort,
  isListening,
  launchServer,
  retryWhileRunning,
} from '../../scripts/embedded-servers/server-process.ts';

/** Starts Redis with a random password, which its URL contains. */
export async function startRedis(): Promise<RunningNatsServer> {
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
  const server = await launchServer({ program: path, args: [config] });
  await retryWhileRunning(server, () => isListening(port)).catch((error: Error) => {
    removeScratchFolder(folder);
    throw new Error(`Redis did not start on port ${port}: ${error.message}`);
  });
  const stop = async (): Promise<void> => {
    await server.stop(5000);
    removeScratchFolder(folder);
  };
  return { url: `redis://:${password}@127.0.0.1:${port}`, pid: server.pid, ended: server.ended, stop };
}
