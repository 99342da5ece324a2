/** Links to the pages of a list that is read with `limit` and `offset`. */
import { hrefOf } from '../location.ts';

interface PagingProps {
  /** Path of the page, with its other parameters. */
  to: string;
  params?: Readonly<Record<string, string | number | undefined>>;
  total: number;
  limit: number;
  offset: number;
}

export function Paging({ to, params = {}, total, limit, offset }: PagingProps) {
  if (total <= limit && offset === 0) return null;
  const at = (next: number): string => hrefOf(to, { ...params, offset: next === 0 ? undefined : next });
  return (
    <nav class="paging" aria-label="Pages">
      {offset > 0 && <a href={at(Math.max(0, offset - limit))}>Previous</a>}
      <span>
        {offset + 1} to {Math.min(offset + limit, total)} of {total}
      </span>
      {offset + limit < total && <a href={at(offset + limit)}>Next</a>}
    </nav>
  );
}
