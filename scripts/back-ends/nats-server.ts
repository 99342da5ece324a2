import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { locate } from './locate.ts';
import { NATS_SERVER } from './programs.ts';
import { makeScratchFolder, removeScratchFolder } from './scratch-folder.ts';
import { attempt, freePort, launch, listensOn } from './server-process.ts';

export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** Resolves when it has ended, asked to or not. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Starts a NATS server on 127.0.0.1 with a random password; user and password are part of its URL. */
export async function startNats(options: { readonly port?: number } = {}): Promise<RunningServer> {
  const { path } = await locate(NATS_SERVER);
  const folder = makeScratchFolder('nats');
  const port = options.port ?? (await freePort());
  const password = randomBytes(24).toString('hex');
  const config = join(folder, 'nats.conf');
  // A file, because arguments are readable by everybody on the machine.
  const lines = [
    'host: "127.0.0.1"',
    `port: ${port}`,
    'max_payload: 8MB',
    `authorization { user: "css", password: "${password}" }`,
    `pid_file: "${join(folder, 'nats.pid')}"`,
  ];
  writeFileSync(config, `${lines.join('\n')}\n`, { mode: 0o600 });
  const server = await launch({ program: path, args: ['-c', config] });
  await attempt(server, () => listensOn(port)).catch((error: Error) => {
    removeScratchFolder(folder);
    throw new Error(`NATS did not start on port ${port}: ${error.message}`);
  });
  const stop = async (): Promise<void> => {
    await server.stop(5000);
    removeScratchFolder(folder);
  };
  return { url: `nats://css:${password}@127.0.0.1:${port}`, pid: server.pid, ended: server.ended, stop };
}
