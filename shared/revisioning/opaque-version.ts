/**
 * Opaque versions of mutable things (`baseVersion`, `draftVersion`, `version`). Source: architecture §5,
 * decisions G11. They are compared for equality only and carry no information, so they are random rather than
 * counted.
 */
import { randomBytes } from 'node:crypto';

/** A new version: 22 URL-safe characters, 128 random bits. */
export function newVersion(): string {
  return randomBytes(16).toString('base64url');
}
