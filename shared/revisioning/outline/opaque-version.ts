/**
 * Creation of an opaque version (`baseVersion`, `draftVersion`, `version`), random because versions are
 * compared for equality only.
 */
import { randomBytes } from 'node:crypto';

/** A new version: 22 URL-safe characters, 128 random bits. */
export function newVersion(): string {
  return randomBytes(16).toString('base64url');
}
