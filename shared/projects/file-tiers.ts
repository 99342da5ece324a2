/**
 * The tiers of access to the files of a project (base, view, edit, admin), and the permissions of which one is enough
 * to read at each tier. The files service adds those to change and delete (`services/files/tiers.ts`); projects
 * leaves files that the caller may not read out of its list of changes.
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
