/** Endpoints that deprecate, reactivate and delete a standard (S14, S24). */
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { standardVerbose } from './shapes.ts';

const withDeletePermission = {
  group: 'standards',
  auth: 'key_or_session',
  mutates: true,
  permissions: ['standard:delete'],
  on: { resource: 'standard', by: 'id' },
  path: { id: s.idOf('standard') },
} as const;

export const standardLifecycleEndpoints = {
  'standards.deprecate': endpoint({
    ...withDeletePermission,
    http: 'PATCH /api/standards/:id/deprecate',
    summary: 'Deprecates a standard',
    description:
      'It disappears from lists (include_deprecated=true shows it), can no longer be imported into projects, and frees its name. Projects that already use it may continue to do so.',
    body: { reason: s.optional({ ...s.multilineText, trim: true, max: 2_000 }) },
    bodyName: 'ReasonInput',
    returns: standardVerbose,
    errors: ['ALREADY_DEPRECATED', 'PROJECT_ARCHIVED'],
    tool: { destructive: false },
    rules: 'R-005 R-032 R-106 S24',
  }),
  'standards.reactivate': endpoint({
    ...withDeletePermission,
    http: 'PATCH /api/standards/:id/reactivate',
    summary: 'Makes a deprecated standard active again',
    description: '409 NAME_TAKEN while another active standard of the scope has its name.',
    body: {},
    returns: standardVerbose,
    errors: ['NOT_DEPRECATED', 'NAME_TAKEN', 'PROJECT_ARCHIVED'],
    tool: { destructive: false },
    rules: 'R-107 S24 G13',
  }),
  'standards.delete': endpoint({
    ...withDeletePermission,
    http: 'DELETE /api/standards/:id',
    summary: 'Deletes a deprecated standard for good',
    description:
      'Deletes the standard with its revisions, working copy and legacy comments; customised copies are kept and lose their parent. Checked in this order: 409 NOT_DEPRECATED; 409 IN_PUBLISHED_PROJECT when a published project revision contains it, which is final, or IN_PROJECT_DRAFT with the projects that you may read (metadata.projects) when only drafts do; 400 CONFIRMATION_REQUIRED unless confirmName is the exact name, with requiresConfirmation, name and customizationCount.',
    body: { confirmName: s.optional({ type: 'string', max: 1_000 }) },
    returns: s.object({ standard_id: s.idOf('standard'), deleted: s.boolean, customizationCount: s.integer }),
    errors: [
      'NOT_DEPRECATED',
      'IN_PUBLISHED_PROJECT',
      'IN_PROJECT_DRAFT',
      'CONFIRMATION_REQUIRED',
      'PROJECT_ARCHIVED',
    ],
    rules: 'R-108 R-215 S14 S17 S24 G2 G7',
  }),
} as const;
