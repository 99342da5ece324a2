/** Check whether Docker or a compatible container engine is running. */

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const { DOCKER_HOST, TESTCONTAINERS_HOST_OVERRIDE, XDG_RUNTIME_DIR = '' } = process.env;
const SOCKETS = [
  '/var/run/docker.sock',
  join(homedir(), '.docker/run/docker.sock'),
  join(XDG_RUNTIME_DIR, 'docker.sock'),
];

export async function isContainerEngineRunning(): Promise<boolean> {
  // Loading testcontainers takes half a second, so it is loaded only where an engine is possible.
  const possible =
    DOCKER_HOST ?? TESTCONTAINERS_HOST_OVERRIDE ?? SOCKETS.find((socket) => existsSync(socket));
  if (possible === undefined && process.platform !== 'win32') return false;
  const { getContainerRuntimeClient } = await import('testcontainers');
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}
