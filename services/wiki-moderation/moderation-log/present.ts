/**
 * View of a log entry for the public, which shows only action and reason of one under legal compulsion. Also the
 * link of a page. Pure.
 */
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { moderationLogEntry } from '../../../shared/contracts/wiki-moderation/moderation-log.ts';
import { UNDATED_REASON } from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import { basePathOf } from '../../../shared/kernel/node/base-path.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import type { LogEntryRecord } from './model.ts';

export type LogEntryView = Infer<typeof moderationLogEntry>;

/** The public path of a page on the host of BASE_URL. */
export const pageLink = ({ baseUrl }: Pick<Config, 'baseUrl'>, librarySlug: string, slug: string): string =>
  `${basePathOf(baseUrl)}/api/wiki/standards/${librarySlug}/${slug}`;

/**
 * An entry for the public. Under legal compulsion it is only action and reason. For a retired slug it has no link,
 * which would reveal the new one.
 * @param link of the page, null while it is not published
 */
export function presentLogEntry(entry: LogEntryRecord, link: string | null): LogEntryView {
  const { _id, at, action, reason, scope } = entry;
  if (reason === UNDATED_REASON) return { action, reason };
  const { kind, addresses } = scope;
  return {
    id: _id,
    action,
    date: at.toISOString(),
    reason,
    link: action === 'slug_retire' ? null : link,
    scope: { kind, ...(link !== null && addresses ? { addresses } : {}) },
  };
}
