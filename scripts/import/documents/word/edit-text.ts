/**
 * Writes the words of an edited clause into its text: only what was edited changes, and links, marks and the form of all
 * other paragraphs stay. Each result is read again; one that does not show exactly the edited words is not used. Pure.
 */
import {
  imagesShownIn,
  type PlacedBlock,
  readPlacedBlocks,
  textOf,
} from '../../../../shared/documents/clause-blocks.ts';
import { findImageNames } from '../../../../shared/markup/image-references.ts';
import { findChanges } from '../../../../shared/text/list-changes.ts';
import { diffWords } from '../../../../shared/text/word-diff.ts';
import { joinLines, toCodeBlock, toMarkdownTable } from '../plain-text.ts';
import { toLineWithPictures } from './line-with-pictures.ts';
import { keyOf, type ShownBlock, showBlock, shownText } from './shown-blocks.ts';

/** How the edited blocks are written, the most careful way first. */
const WAYS = ['words', 'blocks', 'all'] as const;
type Way = (typeof WAYS)[number];

/** Names of images. */
export interface ClauseImages {
  /** Names of the pictures in the edited blocks. */
  pictures: readonly string[];
  /** Names of other images that a reference in the words may be to. */
  known: ReadonlySet<string>;
}

/** Writes words as Markdown. */
type WriteLine = (words: string) => string;

/**
 * The text that shows these blocks. What looks like a reference to an image stays text where it was text, or where nothing
 * has such an image.
 * @returns null where no text of a clause shows them
 */
export function editText(
  content: string,
  now: readonly ShownBlock[],
  { pictures, known }: ClauseImages,
): string | null {
  const wanted = now.filter(({ text, rows }) => text !== '' || rows !== null);
  const showAll = (text: string): ShownBlock[] => readPlacedBlocks(text).map(({ block }) => showBlock(block));
  const shows = (text: string): boolean => {
    return (
      showAll(text)
        .filter(({ text: words, rows }) => words !== '' || rows !== null)
        .map(keyOf)
        .join('\u0000') === wanted.map(keyOf).join('\u0000')
    );
  };
  if (shows(content)) return content;
  const before = findImageNames(content);
  const asWords = new Set(namesIn(showAll(content)).filter((name) => !before.includes(name)));
  const names = new Set([...known].filter((name) => !asWords.has(name)).concat(before, pictures));
  const images = namesIn(wanted)
    .filter((name) => names.has(name))
    .join();
  const write = (words: string): string => toLineWithPictures(words, names);
  for (const way of WAYS) {
    const text = way === 'all' ? writeAll(wanted, write) : editBlocks(content, wanted, way, write);
    // A name with a mark in it would show the same image, and be refused.
    const now = findImageNames(text).filter((name) => names.has(name));
    if (now.join() === images && shows(text) && [...imagesShownIn(text)].every((name) => names.has(name)))
      return text;
  }
  return null;
}

const namesIn = (blocks: readonly ShownBlock[]): string[] =>
  blocks.flatMap(({ text }) => findImageNames(text));

const writeAll = (blocks: readonly ShownBlock[], write: WriteLine): string =>
  blocks.map((block) => writeBlock(block, write)).join('\n\n');

function editBlocks(content: string, now: readonly ShownBlock[], way: Way, write: WriteLine): string {
  const placed = readPlacedBlocks(content);
  const lines = content.split('\n');
  const { changes } = findChanges(
    placed.map(({ block }) => keyOf(showBlock(block))),
    now.map(keyOf),
  );
  for (const { a, aEnd, b, bEnd } of changes.toReversed()) {
    const pairs = Math.min(aEnd - a, bEnd - b);
    const last = placed[a + pairs - 1];
    const added = now.slice(b + pairs, bEnd).map((block) => writeBlock(block, write).split('\n'));
    for (const one of placed.slice(a + pairs, aEnd).reverse()) removeLines(lines, one);
    if (added.length > 0) {
      const at = last?.to ?? placed[a - 1]?.to ?? 0;
      const next = lines.slice(at).findIndex((line) => line.trim() !== '');
      lines.splice(at, 0, ...added.flatMap((one) => (at === 0 ? [...one, ''] : ['', ...one])));
      // A table or a paragraph ends at a blank line only.
      if (at > 0 && next === 0) lines.splice(at + added.reduce((sum, one) => sum + one.length + 1, 0), 0, '');
    }
    for (let pair = pairs - 1; pair >= 0; pair -= 1) {
      const [was, is] = [placed[a + pair], now[b + pair]];
      if (was && is)
        lines.splice(
          was.from,
          was.to - was.from,
          ...rewrite(lines.slice(was.from, was.to), was, is, way, write),
        );
    }
  }
  return lines.join('\n').replace(/^\n+|\s+$/g, '');
}

function removeLines(lines: string[], { from, to }: PlacedBlock): void {
  const isAlone = (lines[to] ?? '').trim() === '' && (lines[from - 1] ?? '').trim() === '';
  lines.splice(from, to - from + (isAlone ? 1 : 0));
}

/** What stands before the text of an item or a quote. */
const PREFIX = /^(?:\s*>)*\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?/;

function rewrite(
  lines: readonly string[],
  { block }: PlacedBlock,
  now: ShownBlock,
  way: Way,
  write: WriteLine,
): string[] {
  if (block.type === 'code' && now.type === 'code') {
    const isFenced = /^\s*(?:```|~~~)/.test(lines[0] ?? '');
    return isFenced
      ? [...lines.slice(0, 1), ...now.text.split('\n'), ...lines.slice(-1)]
      : now.text.split('\n');
  }
  if (block.type === 'table' && now.rows !== null)
    return rewriteTable(
      lines,
      block.rows.map((row) => row.map(textOf)),
      now.rows,
      write,
    );
  if ((block.type === 'paragraph' || block.type === 'field') && now.type === 'paragraph') {
    const marker = block.marker === '' ? '' : `${shownText(block.marker)} `;
    if (now.text.startsWith(marker)) {
      const words = now.text.slice(marker.length);
      const source = lines.join('\n');
      const prefix = PREFIX.exec(source)?.[0] ?? '';
      const edited =
        way === 'words'
          ? editWords(source.slice(prefix.length), shownText(textOf(block.runs)), words, write)
          : null;
      const rest = edited ?? joinLines(words.split('\n').map(write));
      const indent = prefix.replace(/[^>\s]/g, ' ');
      return (
        edited === null ? `${prefix}${rest.replaceAll('\n', `\n${indent}`)}` : `${prefix}${rest}`
      ).split('\n');
    }
  }
  return writeBlock(now, write).split('\n');
}

/** The rows whose cells changed are written anew, where the columns are the same. */
function rewriteTable(
  lines: readonly string[],
  was: readonly (readonly string[])[],
  now: readonly (readonly string[])[],
  write: WriteLine,
): string[] {
  const written = toMarkdownTable(now.map((row) => row.map(write))).split('\n');
  if (was.length !== now.length || lines.length !== written.length || was[0]?.length !== now[0]?.length)
    return written;
  return written.map((line, index) => {
    const row = index === 0 ? 0 : index - 1;
    const isSame = index === 1 || was[row]?.map(shownText).join('\t') === now[row]?.join('\t');
    return isSame ? (lines[index] ?? line) : line;
  });
}

/** Marks that are not shown. */
const MARK = /[*_`\\~\s<>[]/;

/** Puts the changed words into the source; null where it cannot be told where they stand. */
function editWords(source: string, shown: string, words: string, write: WriteLine): string | null {
  const places = placesOf(shown, source);
  if (places === null) return null;
  let at = 0;
  let text = source;
  const edits: { from: number; to: number; words: string }[] = [];
  for (const run of diffWords(shown, words)) {
    const last = edits.at(-1);
    if (run.type === 'unchanged') at += run.text.length;
    else if (run.type === 'removed') {
      edits.push({ from: at, to: at + run.text.length, words: '' });
      at += run.text.length;
    } else if (last?.to === at) last.words += run.text;
    else edits.push({ from: at, to: at, words: run.text });
  }
  for (const { from, to, words: added } of edits.reverse()) {
    const before = places[from - 1];
    const start = from < to ? (places[from] ?? source.length) : before === undefined ? 0 : before + 1;
    const end = from < to ? (places[to - 1] ?? source.length) + 1 : start;
    text = text.slice(0, start) + escapeWords(added, write) + text.slice(end);
  }
  return text;
}

/** Where in the source each character that is shown stands; null where something else is not shown. */
function placesOf(shown: string, source: string): number[] | null {
  const places: number[] = [];
  let at = 0;
  for (let index = 0; index < shown.length; index += 1) {
    const character = shown[index] ?? '';
    // The address of a link stands in parentheses behind its words.
    const isAddress = shown.startsWith(' (', index) && source.startsWith('](', at);
    if (isAddress) {
      places.push(at);
      at += 1;
      continue;
    }
    const isHere = (other: string): boolean =>
      /\s/.test(character) ? /\s/.test(other) && (character !== '\n' || other === '\n') : other === character;
    while (at < source.length && !isHere(source[at] ?? '')) {
      if (!MARK.test(source[at] ?? '')) return null;
      at += 1;
    }
    if (at >= source.length) return null;
    places.push(at);
    at += 1;
  }
  return places;
}

/** Words within a line, with the blanks around them. */
const escapeWords = (words: string, write: WriteLine): string =>
  words
    .split('\n')
    .map((line) => {
      const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(line) ?? [];
      return `${before}${inner === '' ? '' : write(inner)}${after}`;
    })
    .join('\\\n');

function writeBlock({ type, text, rows }: ShownBlock, write: WriteLine): string {
  if (rows !== null) return toMarkdownTable(rows.map((row) => row.map(write)));
  if (type === 'code') return toCodeBlock(text);
  const item = /^•\s+(.*)$/s.exec(text)?.[1];
  const written = joinLines((item ?? text).split('\n').map(write));
  return item === undefined ? written : `- ${written.replaceAll('\n', '\n  ')}`;
}
