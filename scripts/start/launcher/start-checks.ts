/**
 * Checks before a start, so that it is refused before anything runs: that DATA_DIR is writable, if this node stores
 * anything there (it is created where it is missing), and that the gateway of this node can listen at PORT and HOST.
 */
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { ConfigError } from '../../../shared/kernel/errors/config-error.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { listen } from '../../../shared/kernel/node/listen.ts';
import { isNodeClientOf } from '../../../shared/kernel/node/servers-of-services.ts';
import { createDataFolder } from '../embedded-servers/data-folder.ts';
import { DiskFullError, describeFullDisk, isDiskFullError } from '../embedded-servers/full-disk.ts';

/** @throws ConfigError when it cannot be created or written to; DiskFullError */
export function assertDataFolderWritable({ dataDir, mongodbUri, s3, services }: Config): void {
  const keepsData = mongodbUri === null && isNodeClientOf('mongodb', services);
  const keepsFiles = s3 === null && isNodeClientOf('s3', services);
  if (!keepsData && !keepsFiles) return;
  try {
    createDataFolder(resolve(dataDir));
  } catch (error) {
    const fullDisk = isDiskFullError(error) ? describeFullDisk(error, [resolve(dataDir)]) : null;
    if (fullDisk !== null) throw new DiskFullError(fullDisk);
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATA_DIR=${dataDir} is not writable (${code ?? 'unknown'}). Set DATA_DIR to a folder that is.`,
    );
  }
}

/**
 * Resolves when the gateway of this node can listen, and at once for a node without a gateway.
 * @throws ConfigError naming PORT or HOST, whichever is wrong
 */
export async function assertPortAvailable({
  services,
  host,
  port,
}: Pick<Config, 'services' | 'host' | 'port'>): Promise<void> {
  if (services !== null && !services.includes('gateway')) return;
  const probe = createServer();
  await listen(probe, { host, port });
  await new Promise((resolve) => probe.close(resolve));
}
