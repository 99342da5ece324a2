/** Reads a page of comments, and which of all open ones wait for the reader. */
import type { EndpointParams } from '../../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../../api.ts';
import type { Comment } from './comment-words.ts';

export type Selection = Pick<
  EndpointParams<'comments.list'>,
  'anchorType' | 'anchorId' | 'intent' | 'state' | 'heldBy'
>;

export const PER_PAGE = 50;
/** As many as the service looks at for what waits for an account. */
const MOST_OPEN = 2_000;
const READ_AT_ONCE = 100;

export interface CommentPage {
  /** On the first page; they are not in `comments`. */
  waiting: Comment[];
  comments: Comment[];
  total: number;
  /** Of the next page; null on the last one. */
  next: number | null;
}

/** It is with the party of the reader, who may answer it or send it on. */
const waitsForReader = ({ state, allowed_actions }: Comment): boolean =>
  state === 'open' &&
  ['comments.resolve', 'comments.forward'].some((id) => allowed_actions?.includes(id) === true);

export async function readComments(
  projectId: number,
  selection: Selection,
  offset: number,
  signal: AbortSignal,
): Promise<CommentPage> {
  const page = await api.call(
    'comments.list',
    { projectId, ...selection, limit: PER_PAGE, offset },
    { signal },
  );
  const { comments, total } = page;
  const next = offset + comments.length;
  const isWhole = next >= total;
  const waiting = offset > 0 ? [] : isWhole ? comments : await readOpen(projectId, selection, signal);
  const first = waiting.filter(waitsForReader);
  const ids = new Set(first.map(({ id }) => id));
  return {
    waiting: first,
    comments: comments.filter(({ id }) => !ids.has(id)),
    total,
    next: isWhole ? null : next,
  };
}

async function readOpen(projectId: number, selection: Selection, signal: AbortSignal): Promise<Comment[]> {
  if ((selection.state ?? 'open') !== 'open') return [];
  const open: Comment[] = [];
  for (let isMore = true; isMore; ) {
    const { comments, total } = await api.call(
      'comments.list',
      { projectId, ...selection, state: 'open', limit: READ_AT_ONCE, offset: open.length },
      { signal },
    );
    open.push(...comments);
    isMore = comments.length > 0 && open.length < Math.min(total, MOST_OPEN);
  }
  return open;
}
