/** Replacement of a file as a whole: a crash leaves the old content or the new one. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file beside it and puts that in its place. @param mode of a new file; default: as the umask says */
export function replaceFile(path: string, content: string, mode?: number): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = openSync(temporary, 'w', mode ?? 0o666);
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
