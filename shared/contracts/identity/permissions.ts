/**
 * Endpoints `discovery.whoami` (account, rights and rate limit of the caller) and `account.permissions` (catalogue of
 * permissions and roles) (decisions A3, A6, A18, A19).
 */
import { permission } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { storageUse } from '../quotas.ts';
import * as s from '../schema.ts';

/** The permissions of a group, or of a preset for keys. */
const permissionSet = s.named('PermissionSet', s.object({ name: s.text, permissions: s.list(permission) }));

export const DORMANT_REASONS = [
  'contribution_barred',
  'agreement_not_accepted',
  'company_missing',
  'owner_lacks',
] as const;

export const permissionEndpoints = {
  'discovery.whoami': endpoint({
    http: 'GET /api/whoami',
    group: 'discovery',
    summary: 'Returns the identity, permissions and rate-limit status of the caller',
    description:
      "permissions is what the key was granted; for a session what the account holds everywhere now. dormant lists granted permissions that the owner holds nowhere, with the reason and, where the owner can help, a remedy: calls that need one are 403, or 404 where they name a project or page without access. scoped lists permissions held on single projects or wiki standards only; company roles count as held everywhere. A permission in neither list is held globally. user.company_id is the subject_id of the company's library. scoped stops at 2,000 rows, then scoped_truncated is true. storage is what the company of the caller, or an account without one, stores and may store, in bytes; null while a service that stores a part of it is unavailable.",
    auth: 'key_or_session',
    permissions: [],
    mutates: false,
    volatile: true,
    returns: s.named(
      'Whoami',
      s.object({
        user: s.object({
          id: s.idOf('user'),
          name: s.text,
          email: s.text,
          company_id: s.nullable(s.idOf('company')),
          company_name: s.nullable(s.text),
        }),
        credential: s.object({
          type: s.oneOf('key', 'session'),
          id: s.optional(s.idOf('key')),
          name: s.optional(s.text),
        }),
        permissions: s.list(permission),
        dormant: s.list(
          s.object({ permission, reason: s.oneOf(...DORMANT_REASONS), remedy: s.optional(s.text) }),
        ),
        scoped: s.list(
          s.object({
            permission,
            resource_type: s.oneOf('project', 'wiki_standard'),
            resource_id: { type: 'multi', rules: [s.idOf('resource'), s.uuidOf('resource')] },
            via: s.text,
          }),
        ),
        scoped_truncated: s.boolean,
        /** Files, revisions and versions of working copies (Y8). */
        storage: s.nullable(storageUse),
        rate_limit: s.object({
          tier: s.oneOf('free', 'company'),
          limit: s.integer,
          remaining: s.integer,
          reset_at: s.time,
        }),
      }),
    ),
    tool: { toolsets: ['default'] },
    rules: 'R-154 R-160 A6 A19 Y8',
  }),
  'account.permissions': endpoint({
    http: 'GET /api/account/permissions',
    group: 'account',
    summary: 'Lists every permission a key may be granted, in groups, and those of each role and preset',
    description:
      'A role counts on what it belongs to only: CompanyEditor in the scope of its company, ProjectEditor on that project. Account is the role of every signed-in account, Self its role in its own user scope. project_role is what a company role means on the projects of that company. presets are what POST /api/account/keys takes instead of single permissions.',
    auth: 'key_or_session',
    permissions: [],
    mutates: false,
    returns: s.object({
      groups: s.list(permissionSet),
      roles: s.list(
        s.object({
          name: s.text,
          held_on: s.oneOf('site', 'user', 'company', 'project', 'wiki_standard'),
          permissions: s.list(permission),
          project_role: s.optional(s.text),
        }),
      ),
      presets: s.list(permissionSet),
      total: s.integer,
    }),
    etag: 'bytes',
    extension: true,
    rules: 'A3 A12 A18 A21',
  }),
} as const;
