/** Errors of project comments. */
import { apiError, apiErrorAt } from '../../../shared/kernel/errors/errors.ts';

export const notAuthor = (): Error =>
  apiError('NOT_AUTHOR', 'Only the author of a comment may change or delete it.');

export const commentForwarded = (): Error =>
  apiError(
    'COMMENT_PROPAGATED',
    'The comment has been forwarded, so it stays as it is. Write another comment instead.',
  );

/** @param detail what to do instead */
export const commentResolved = (detail: string): Error => apiError('COMMENT_RESOLVED', detail);

export const notCommentHolder = (holder: string): Error =>
  apiError(
    'COMMENT_NOT_HELD',
    `Only the party that holds the comment may forward or resolve it: the ${holder.replace('_', ' ')}.`,
  );

export const noUpstreamParty = (): Error =>
  apiError(
    'NO_UPSTREAM_PARTY',
    'The owner holds the comment, and there is no party to forward it to. Resolve it.',
  );

/** @param path the parameter that names the target */
export const wrongTarget = (path: 'targetCompanyId' | 'targetUserId', message: string): Error =>
  apiErrorAt('WRONG_TARGET', path, `'${path}' ${message}`);

/** For a change that lost to a concurrent one. */
export const commentChanged = (): Error =>
  apiError('EDIT_CONFLICT', 'Someone else changed the comment at the same time. Read it and try again.', {
    metadata: { reason: 'stale' },
  });
