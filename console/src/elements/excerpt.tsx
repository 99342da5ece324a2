/** An excerpt of a clause that was found, with the words that were asked for marked. */
import { findWords } from '../../../shared/search/found-words.ts';

/** Stands between the heading of a clause and its text, where an excerpt has both. */
const DASH = ' – ';
const MAX_HEADING = 100;

/** What an excerpt begins with, which is the heading or a short text without one, and the rest; only a rest of one that begins in the middle. */
export function splitExcerpt(excerpt: string): { heading: string; rest: string } {
  const [heading = '', ...rest] = excerpt.split(DASH);
  return heading.startsWith('…') || heading.length > MAX_HEADING
    ? { heading: '', rest: excerpt }
    : { heading, rest: rest.join(DASH) };
}

/** A text with the words of a query marked. */
export function Marked({ text, query }: { text: string; query: string }) {
  return (
    <>
      {findWords(text, query).map(({ text: run, isFound }, index) =>
        isFound ? <mark key={index}>{run}</mark> : <span key={index}>{run}</span>,
      )}
    </>
  );
}

interface ExcerptProps {
  /** Of the clause. */
  href: string;
  address: string;
  excerpt: string;
  query: string;
}

/** The clause as a link, and below it what else was found of it. */
export function Excerpt({ href, address, excerpt, query }: ExcerptProps) {
  const { heading, rest } = splitExcerpt(excerpt);
  return (
    <>
      <a href={href} dir="auto">
        <Marked text={`${address} ${heading}`.trim()} query={query} />
      </a>
      {rest !== '' && (
        <p class="excerpt" dir="auto">
          <Marked text={rest} query={query} />
        </p>
      )}
    </>
  );
}
