/** The headings of a document at its side; the one that is being read is marked. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Fold } from './fold.tsx';

export interface OutlineEntry {
  /** Of its element in the page. */
  id: string;
  number: string;
  heading: string;
  depth: number;
  /** How it stands, such as "2 empty". */
  state?: string;
}

/** Where somebody reads: this part of the height of the window below its upper edge. */
const READ_AT = 0.2;

/** Higher than any page, in pixels. */
const FAR = 100_000_000;

export function Outline({ entries }: { entries: readonly OutlineEntry[] }) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => followReading(nav.current, entries), [entries]);
  // Ten thousand headings are drawn once, not with each that is passed.
  const list = useMemo(
    () => (
      <ol>
        {entries.map(({ id, number, heading, depth, state }) => (
          <li key={id} class={`depth-${Math.min(depth, 5)}`}>
            <a href={`#${id}`}>
              <span class="number">{number}</span> <span dir="auto">{heading}</span>
              {state !== undefined && <span class="small"> {state}</span>}
            </a>
          </li>
        ))}
      </ol>
    ),
    [entries],
  );
  if (entries.length === 0) return null;
  return (
    <nav class="outline" aria-label="Outline" ref={nav}>
      <Fold label="Contents" />
      {list}
    </nav>
  );
}

/** Marks the last heading above the place where somebody reads, whenever one passes it. @returns ends it */
function followReading(nav: HTMLElement | null, entries: readonly OutlineEntry[]): () => void {
  const links = nav?.querySelectorAll('ol a') ?? [];
  const mark = (): void => {
    const at = Math.max(0, countAbove(entries, window.innerHeight * READ_AT) - 1);
    const here = links[at];
    if (!nav || !(here instanceof HTMLElement) || here.hasAttribute('aria-current')) return;
    nav.querySelector('[aria-current]')?.removeAttribute('aria-current');
    here.setAttribute('aria-current', 'location');
    // The list alone is moved: the text stays where it is.
    const [{ top, bottom }, frame] = [here.getBoundingClientRect(), nav.getBoundingClientRect()];
    if (top < frame.top || bottom > frame.bottom) nav.scrollTop += top - frame.top - frame.height / 2;
  };
  // All that is above the line is seen, however far: a jump passes headings too.
  const passing = new IntersectionObserver(mark, {
    rootMargin: `${FAR}px 0px -${(1 - READ_AT) * 100}% 0px`,
  });
  for (const { id } of entries) {
    const heading = document.getElementById(id);
    if (heading) passing.observe(heading);
  }
  return () => passing.disconnect();
}

/** How many of these, which follow each other, begin above a line. A clause that is opened is another element than before. */
function countAbove(entries: readonly OutlineEntry[], line: number): number {
  const topOf = (at: number): number =>
    document.getElementById(entries[at]?.id ?? '')?.getBoundingClientRect().top ?? 0;
  let [from, to] = [0, entries.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (topOf(middle) <= line) from = middle + 1;
    else to = middle;
  }
  return from;
}
