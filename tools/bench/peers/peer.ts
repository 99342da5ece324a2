/**
 * Interface of a service in the comparison, this one included: the same work on document D, and how it is stopped.
 * Every service runs on loopback with data of its own, which are removed at the end. Also finds the installed
 * programs of a peer.
 */
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { LoadOptions } from '../load.ts';

/** The operations in the order of the report. */
export const OPERATIONS = ['create', 'save', 'publish', 'read', 'list'] as const;

export type Operation = (typeof OPERATIONS)[number];

export interface Peer {
  /** Name of the service with its version and database. */
  readonly name: string;
  /** One round of each operation; absent where it has none. `publish` publishes what `create` made in that round. */
  readonly rounds: Partial<Record<Operation, (round: number) => Promise<unknown>>>;
  /** The requests of `read` and `list`, for many connections. */
  readonly loads: Readonly<Record<'read' | 'list', Pick<LoadOptions, 'url' | 'headers'>>>;
  stop(): Promise<void>;
}

/** A peer whose programs this machine has not; the message says what to install. */
export class PeerMissingError extends Error {}

/** Folders of programs that need no PATH. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/**
 * The path of an installed program, of several the last by name.
 * @param folders searched besides the PATH
 * @throws PeerMissingError
 */
export function findProgram(name: RegExp, folders: readonly string[], toInstall: string): string {
  for (const folder of [...folders, ...(process.env.PATH ?? '').split(delimiter), ...FOLDERS]) {
    const found = listFolder(folder).filter((file) => name.test(file) && isExecutable(join(folder, file)));
    const last = found.toSorted().at(-1);
    if (last !== undefined) return join(folder, last);
  }
  throw new PeerMissingError(`no program ${name.source} is installed (${toInstall})`);
}

export function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
