/** Joins what waits in several services into one list, newest first. Pure. */
import type { inboxItem, inboxPart } from '../../../shared/contracts/inbox-shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';

export type InboxItem = Infer<typeof inboxItem>;
export type InboxPart = Infer<typeof inboxPart>;

/** A page of all parts, each of which has its newest items up to the end of the page. */
export function mergeParts(
  parts: readonly InboxPart[],
  { limit, offset }: { limit: number; offset: number },
): InboxPart {
  const items = parts.flatMap((part) => part.items).toSorted(byAge);
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  return { items: items.slice(offset, offset + limit), total };
}

/** Newest first; what began at the same time is in a fixed order, so that pages do not overlap. */
const byAge = (a: InboxItem, b: InboxItem): number =>
  compare(b.since, a.since) || compare(a.kind, b.kind) || compareIds(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const compareIds = (a: number | string, b: number | string): number =>
  typeof a === 'number' && typeof b === 'number' ? b - a : compare(String(a), String(b));
