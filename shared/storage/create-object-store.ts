/** Choice of the object store for file bytes: an S3 bucket when configured, else local disk. */
import { join } from 'node:path';
import type { Config } from '../kernel/node/config.ts';
import { DiskStore } from './disk-store.ts';
import type { ObjectStore } from './object-store.ts';
import { S3Store } from './s3-store.ts';

/** S3 when configured, else local disk in `DATA_DIR/files`. Call `prepare` before the first use. */
export const createObjectStore = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): ObjectStore =>
  s3 === null ? new DiskStore(join(dataDir, 'files')) : new S3Store(s3);
