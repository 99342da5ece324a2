/**
 * Tiers of files: for each, the permissions of which a caller needs one, and those for reading. For files, which owns
 * them, and projects, which lists the changes of files.
 */
import type { Permission } from '../contracts/permissions.ts';

/** From the base permission of an endpoint upwards; each tier includes those below it. */
export type FileTier = 'base' | 'view' | 'edit' | 'admin';

/** The permissions of which one is enough for a tier; an error names the first. */
export type TierPermissions = Readonly<
  Record<Exclude<FileTier, 'base'>, readonly [Permission, ...Permission[]]>
>;

/** For list, download and preview; also for the changes of files that projects lists. */
export const READING_TIERS: TierPermissions = {
  view: ['project:download:view'],
  edit: ['project:download:edit'],
  admin: ['project:download:admin', 'project:admin'],
};
