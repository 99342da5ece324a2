/**
 * Tiers of a file: which permissions a caller needs to read, change or delete it, given that it may view a project
 * revision with the file. Pure.
 */
import type { Permission } from '../../shared/contracts/permissions.ts';
import { type FileTier, READING_TIERS, type TierPermissions } from '../../shared/projects/file-tiers.ts';
import type { FileRecord } from './model.ts';

export { type FileTier, READING_TIERS, type TierPermissions };

/** For metadata, status, move and detach. */
export const CHANGE_TIERS: TierPermissions = {
  view: ['project:upload:view'],
  edit: ['project:upload:edit'],
  admin: ['project:upload:admin'],
};
/** For delete. */
export const DELETION_TIERS: TierPermissions = {
  ...CHANGE_TIERS,
  admin: ['project:upload:admin', 'project:admin'],
};

type TieredFile = Pick<FileRecord, 'status' | 'uploaded_by' | 'deleted_at'>;

/** The highest tier of a caller. */
export function tierOf(tiers: TierPermissions, isAllowed: (permission: Permission) => boolean): FileTier {
  for (const tier of ['admin', 'edit', 'view'] as const) if (tiers[tier].some(isAllowed)) return tier;
  return 'base';
}

const isOwn = ({ uploaded_by }: TieredFile, userId: number): boolean => uploaded_by.userId === userId;

/** Whether a tier includes a file: approved ones and the caller's own, from `view` upwards all. */
export const isVisible = (file: TieredFile, tier: FileTier, userId: number): boolean =>
  tier !== 'base' || file.status === 'approved' || isOwn(file, userId);

/**
 * The permission that a caller lacks to change a visible file: others' files take `edit`, obsolete and
 * deleted ones `admin`. Null: none.
 */
export function findMissingPermission(
  file: TieredFile,
  { tier, tiers, userId }: { tier: FileTier; tiers: TierPermissions; userId: number },
): Permission | null {
  if (tier === 'admin') return null;
  if (file.status === 'obsolete' || file.deleted_at !== undefined) return tiers.admin[0];
  return tier === 'edit' || isOwn(file, userId) ? null : tiers.edit[0];
}
