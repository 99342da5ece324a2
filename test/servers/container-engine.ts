/** Detection of Docker or a compatible container engine. */

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const { DOCKER_HOST, TESTCONTAINERS_HOST_OVERRIDE, XDG_RUNTIME_DIR = '' } = process.env;
const SOCKETS = [
  '/var/run/docker.sock',
  join(homedir(), '.docker/run/docker.sock'),
  join(XDG_RUNTIME_DIR, 'docker.sock'),
];

/** Whether a container engine answers. */
export async function isContainerEngineRunning(): Promise<boolean> {
  // Loading testcontainers takes half a second; where there is nothing to talk to it is saved.
  const possible =
    DOCKER_HOST ?? TESTCONTAINERS_HOST_OVERRIDE ?? SOCKETS.find((socket) => existsSync(socket));
  if (possible === undefined && process.platform !== 'win32') return false;
  const { getContainerRuntimeClient } = await import('testcontainers');
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}
