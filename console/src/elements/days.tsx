/** What happened, day by day, in the order in which it is given. */
import type { ComponentChildren } from 'preact';

interface DaysProps<T> {
  rows: readonly T[];
  /** When a row happened, as the service writes it; a row without a time is below no day. */
  timeOf: (row: T) => string | undefined;
  /** An item of a list. */
  children: (row: T) => ComponentChildren;
}

export function Days<T>({ rows, timeOf, children }: DaysProps<T>) {
  return (
    <>
      {[...Map.groupBy(rows, (row) => timeOf(row)?.slice(0, 10) ?? '')].map(([day, those]) => (
        <section key={day}>
          {day !== '' && (
            <h2 class="day">
              <time dateTime={day}>{day}</time>
            </h2>
          )}
          <ul class="rows">{those.map(children)}</ul>
        </section>
      ))}
    </>
  );
}
