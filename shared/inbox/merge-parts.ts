/** Joins what waits in several services, or in several places of one, into one list, newest first. Pure. */
import type { InboxItem, InboxPart } from '../contracts/inbox-shapes.ts';

/** A page of all parts, each of which has its newest items up to the end of the page. */
export function mergeParts(
  parts: readonly InboxPart[],
  { limit, offset }: { limit: number; offset: number },
): InboxPart {
  const items = parts.flatMap((part) => part.items).toSorted(byAge);
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  return { items: items.slice(offset, offset + limit), total };
}

/** Newest first; what began at the same time is in a fixed order, that of the databases, so that pages do not overlap. */
const byAge = (a: InboxItem, b: InboxItem): number =>
  compare(b.since, a.since) || compare(a.kind, b.kind) || compareIds(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const compareIds = (a: number | string, b: number | string): number =>
  typeof a === 'number' && typeof b === 'number' ? b - a : compare(String(b), String(a));
