import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { locate } from './locate.ts';
import { NATS_SERVER } from './programs.ts';
import { makeScratchFolder, removeScratchFolder, scratchFolders } from './scratch-folder.ts';
import { attempt, freePort, launch, listensOn } from './server-process.ts';

const PID_FILE = 'nats.pid';
/** A server that is just starting has not written its number yet. */
const STARTING_MS = 60_000;

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
  removeLeftOver();
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
    `pid_file: "${join(folder, PID_FILE)}"`,
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

/** Folders whose server has ended together with a starter that was killed, and so could not remove them. */
function removeLeftOver(): void {
  for (const folder of scratchFolders('nats')) {
    try {
      if (Date.now() - statSync(folder).mtimeMs > STARTING_MS && !isRunning(folder)) removeScratchFolder(folder);
    } catch {
      // Somebody else's, or just removed by another start.
    }
  }
}

function isRunning(folder: string): boolean {
  try {
    process.kill(Number(readFileSync(join(folder, PID_FILE), 'utf8')), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' || (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}
