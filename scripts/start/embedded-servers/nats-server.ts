/**
 * Start and stop of an embedded NATS server on 127.0.0.1 with users and passwords, in a temporary folder.
 * `scripts/start/launcher/server-supervisor.ts` restarts it when it dies.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { locateProgram } from './locate-program.ts';
import { type NatsUser, natsAuthorization } from './nats-authorization.ts';
import { NATS_SERVER } from './programs.ts';
import { createScratchFolder, findScratchFolders, removeScratchFolder } from './scratch-folder.ts';
import { launchScratchServer, type RunningServer } from './scratch-server.ts';
import { findFreePort } from './server-process.ts';

const PID_FILE = 'nats.pid';
/** A server that is starting has not written its PID file yet. */
const START_TIMEOUT_MS = 60_000;

export interface NatsServer extends RunningServer {
  /** The URL for a user, with the password. */
  urlFor(user: string): string;
  /** Passwords by user, for a restart with the same ones. */
  readonly passwords: ReadonlyMap<string, string>;
}

const UNRESTRICTED_USER: NatsUser = { name: 'css', permissions: null };

interface NatsOptions {
  readonly port?: number;
  readonly users?: readonly NatsUser[];
  /** Default: random ones. */
  readonly passwords?: ReadonlyMap<string, string>;
}

/** Starts a NATS server; `url` is that of its first user. */
export async function startNats(options: NatsOptions = {}): Promise<NatsServer> {
  const { users = [UNRESTRICTED_USER] } = options;
  const { path } = await locateProgram(NATS_SERVER);
  removeStaleFolders();
  const folder = createScratchFolder('nats');
  const port = options.port ?? (await findFreePort());
  const passwords =
    options.passwords ?? new Map(users.map(({ name }) => [name, randomBytes(24).toString('hex')]));
  const config = join(folder, 'nats.conf');
  // A file, because all users of a machine can read command lines.
  const lines = [
    'host: "127.0.0.1"',
    `port: ${port}`,
    natsAuthorization(users, (name) => `"${passwords.get(name)}"`),
    `pid_file: "${join(folder, PID_FILE)}"`,
  ];
  writeFileSync(config, `${lines.join('\n')}\n`, { mode: 0o600 });
  const args = ['-c', config];
  const server = await launchScratchServer({ title: NATS_SERVER.title, folder, port, program: path, args });
  const urlFor = (user: string): string => {
    const password = passwords.get(user);
    if (password === undefined) throw new Error(`NATS has no user ${user}`);
    return `nats://${user}:${password}@127.0.0.1:${port}`;
  };
  return { url: urlFor(users[0]?.name ?? ''), urlFor, passwords, ...server };
}

/** Removes the folders of servers whose parent process was killed. */
function removeStaleFolders(): void {
  for (const folder of findScratchFolders('nats')) {
    try {
      if (Date.now() - statSync(folder).mtimeMs > START_TIMEOUT_MS && !isRunning(folder))
        removeScratchFolder(folder);
    } catch {
      // It belongs to another user, or a concurrent start has removed it.
    }
  }
}

function isRunning(folder: string): boolean {
  try {
    process.kill(Number(readFileSync(join(folder, PID_FILE), 'utf8')), 0);
    return true;
  } catch (error) {
    return (
      (error as NodeJS.ErrnoException).code === 'EPERM' || (error as NodeJS.ErrnoException).code === 'EACCES'
    );
  }
}
