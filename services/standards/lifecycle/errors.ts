/**
 * Checks and errors of deprecation, reactivation and deletion, that of a missing confirmation included. Also the check
 * that no project uses a standard.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { projectStandardUseActions } from '../../../shared/contracts/projects/standard-use.ts';
import { apiError, apiErrorAt } from '../../../shared/kernel/errors/errors.ts';
import type { StandardRecord } from '../standard/model.ts';

export type StandardUse = ResultOf<(typeof projectStandardUseActions)['projects.standardUse']>;

type Deprecation = Pick<StandardRecord, 'deprecated'>;

/** Whether a standard can be deprecated. */
export const isActive = ({ deprecated }: Deprecation): boolean => !deprecated;

/** Whether a standard can be reactivated, or deleted. */
export const isDeprecated = ({ deprecated }: Deprecation): boolean => deprecated;

/** Before a deprecation. @throws ALREADY_DEPRECATED */
export function assertActive(standard: Deprecation): void {
  if (!isActive(standard)) throw apiError('ALREADY_DEPRECATED', 'The standard is already deprecated.');
}

/** Before a reactivation. @throws NOT_DEPRECATED */
export function assertDeprecated(standard: Deprecation): void {
  if (!isDeprecated(standard)) throw apiError('NOT_DEPRECATED', 'The standard is not deprecated.');
}

/** Before a deletion. @throws NOT_DEPRECATED */
export function assertDeletable(standard: Deprecation): void {
  if (isDeprecated(standard)) return;
  const detail =
    'Only a deprecated standard can be deleted. Deprecate it first: PATCH /api/standards/:id/deprecate.';
  throw apiError('NOT_DEPRECATED', detail);
}

/** @throws IN_PUBLISHED_PROJECT, IN_PROJECT_DRAFT */
export function assertUnused({ in_published_revision, in_draft, readable_projects }: StandardUse): void {
  if (in_published_revision) {
    throw apiError(
      'IN_PUBLISHED_PROJECT',
      'A published project revision contains this standard. It can never be deleted; it stays deprecated.',
      { metadata: { terminal: true } },
    );
  }
  if (in_draft) {
    throw apiError(
      'IN_PROJECT_DRAFT',
      'The draft of a project contains this standard. Remove it from the draft first.',
      { metadata: { terminal: false, projects: readable_projects } },
    );
  }
}

/** The confirmation is missing or is not the exact name. */
export const confirmationRequired = (name: string, customizationCount: number): Error =>
  apiErrorAt(
    'CONFIRMATION_REQUIRED',
    'confirmName',
    'Send the exact name of the standard as confirmName. Deleting it cannot be undone.',
    { members: { requiresConfirmation: true, name, customizationCount } },
  );
