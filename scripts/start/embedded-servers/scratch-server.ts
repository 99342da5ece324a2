/**
 * Launch of a given program (NATS, Redis) whose data is in a temporary folder of the caller: waits until
 * its port accepts connections; `stop` also removes the folder.
 */
import { removeScratchFolder } from './scratch-folder.ts';
import { isListening, launchServer, retryWhileRunning } from './server-process.ts';

export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

interface ScratchServerOptions {
  /** Name of the server in messages. */
  readonly title: string;
  readonly folder: string;
  readonly port: number;
  readonly program: string;
  readonly args: readonly string[];
}

/** Launches a server and waits until it listens; `stop` removes its folder. @throws Error with its title */
export async function launchScratchServer({
  title,
  folder,
  port,
  program,
  args,
}: ScratchServerOptions): Promise<Omit<RunningServer, 'url'>> {
  const server = await launchServer({ program, args });
  await retryWhileRunning(server, () => isListening(port)).catch((error: Error) => {
    removeScratchFolder(folder);
    throw new Error(`${title} did not start on port ${port}: ${error.message}`);
  });
  return {
    pid: server.pid,
    ended: server.ended,
    async stop() {
      await server.stop(5000);
      removeScratchFolder(folder);
    },
  };
}
