/**
 * Presets of API keys: named sets of permissions that can be asked for instead of a list (decision A12). Each contains
 * the one before it. A key made from a preset has only those of its permissions that the account holds, and keeps
 * them: a change here is for new keys.
 */
import { PERMISSIONS, type Permission } from './permissions.ts';

/** Reads everything, drafts included, and changes no content. */
const reader: readonly Permission[] = [
  'standard:read',
  'standard:view_revisions',
  'standard:view_drafts',
  'category:read',
  'project:read',
  'project:revision:view',
  'project:draft:view',
  'project:download',
  'project:download:view',
  'datasheet:read',
  'wiki:standard:read',
];

/** Also writes working copies, drafts, files and comments. */
const author: readonly Permission[] = [
  ...reader,
  'standard:create',
  'standard:update',
  'standard:customize',
  'standard:comment',
  'standard:comment:resolve',
  'category:create',
  'category:update',
  'project:create',
  'project:draft:create',
  'project:draft:edit',
  'project:comment',
  'project:comment:forward',
  'project:comment:resolve',
  'project:upload',
  'project:upload:view',
  'wiki:standard:create',
  'wiki:standard:edit',
];

/** Also approves and issues: revisions, publications, exports, editions and errata. */
const publisher: readonly Permission[] = [
  ...author,
  'standard:revision:save',
  'project:publish',
  'project:export',
  'project:upload:edit',
  'wiki:standard:adopt',
  'wiki:errata:issue',
];

export const KEY_PRESETS = ['reader', 'author', 'publisher', 'everything'] as const;
export type KeyPreset = (typeof KEY_PRESETS)[number];

/**
 * The permissions of each preset. Only `everything` deletes standards, categories and files, discards drafts of projects,
 * archives projects, moderates or administers; `author` also removes what is in a draft, folders and its own comments.
 */
export const PRESET_PERMISSIONS: Readonly<Record<KeyPreset, readonly Permission[]>> = {
  reader,
  author,
  publisher,
  everything: PERMISSIONS,
};
