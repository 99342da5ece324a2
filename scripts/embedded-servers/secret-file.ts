import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/**
 * A secret in a file of its own, for its owner alone, made by the first who asks.
 * It is whole or not there at all, so that a start that is cut short leaves none that is half.
 */
export function loadOrCreateSecret(file: string, make: () => string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, `${make()}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  // A copy of the folder may have lost it, and mongod takes no key that others can read.
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}
