/** Reads a secret from a file that only its owner may read, and creates it where it is missing. */
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The secret in a file, created atomically where it is missing. */
export function loadOrCreateSecret(file: string, generate: () => string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, `${generate()}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  // Copying the folder may have widened the permissions, and mongod rejects a key that others can read.
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}
