/** Creates DATA_DIR before a start, if this node stores anything there, or refuses one that is not writable. */
import { resolve } from 'node:path';
import { ConfigError } from '../../../shared/kernel/errors/config-error.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
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
