/** Choice of the object store for file bytes: an S3 bucket when configured, else local disk. */
import { join } from 'node:path';
import type { Config } from '../kernel/node/config.ts';
import { DiskStore } from './disk-store.ts';
import type { ObjectStore } from './object-store.ts';

/** S3 when configured, else local disk in `DATA_DIR/files`. Call `prepare` before the first use. */
export async function createObjectStore({
  s3,
  dataDir,
}: Pick<Config, 's3' | 'dataDir'>): Promise<ObjectStore> {
  if (s3 === null) return new DiskStore(join(dataDir, 'files'));
  // The client takes 11 MB, which a node without S3 does not need.
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store(s3);
}
