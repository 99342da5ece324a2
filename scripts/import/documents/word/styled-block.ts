/**
 * Converts a paragraph or table of a Word file that this service wrote back to the block of a clause from which it
 * was written. Pure.
 */
import type { Block, Run } from '../../../../shared/documents/printed-document.ts';
import { replaceImageReferences } from '../../../../shared/markup/image-references.ts';
import type { ExportedParagraph } from './exported-file.ts';
import { IMAGE_MARK } from './line-with-pictures.ts';
import type { StyledRun } from './styled-runs.ts';

/** `•` or `1.` before the text of an item. */
const MARKER = /^(•|\d{1,9}[.)]) /;

/** @param isLead whether it stands beside the number of its clause, which is then no text of it */
export function styledBlock(
  { cells, indent, rows, runs, styles, text }: ExportedParagraph,
  isLead: boolean,
): Block {
  if (rows !== null)
    return { type: 'table', rows: cells.map((row) => row.map((cell) => cell.flatMap(toRuns))) };
  if (styles.includes('clausecode')) return { type: 'code', text };
  const shown = isLead ? withoutNumber(runs) : runs.flatMap(toRuns);
  const [first, ...others] = shown;
  const marker = !isLead && indent > 0 ? (MARKER.exec(first?.text ?? '')?.[1] ?? '') : '';
  if (marker === '' || !first) return { type: 'paragraph', runs: shown, indent, marker };
  const rest = first.text.slice(marker.length + 1);
  return {
    type: 'paragraph',
    runs: [...(rest === '' ? [] : [{ ...first, text: rest }]), ...others],
    indent,
    marker,
  };
}

function withoutNumber([first, second, ...others]: readonly StyledRun[]): Run[] {
  if (first?.part !== 'number') return [first, second, ...others].flatMap((run) => (run ? toRuns(run) : []));
  const text = second?.text.replace(/^ /, '') ?? '';
  return [...(second && text !== '' ? toRuns({ ...second, text }) : []), ...others.flatMap(toRuns)];
}

/** The run without the references in it, which are runs of their own. In code they are text. */
function toRuns({ text, bold, italic, code, part }: StyledRun): Run[] {
  const style = {
    ...(part === 'link' || part === 'target' ? { part } : {}),
    ...(bold ? { bold } : {}),
    ...(italic ? { italic } : {}),
    ...(code ? { code } : {}),
  };
  if (code) return [{ text, ...style }];
  const images: Run[] = [];
  const texts = replaceImageReferences(text, ({ reference, name, description }) => {
    images.push({ text: reference, image: { name, description } });
    return IMAGE_MARK;
  }).split(IMAGE_MARK);
  return texts.flatMap((words, index) => [
    ...(words === '' ? [] : [{ text: words, ...style }]),
    ...images.slice(index, index + 1),
  ]);
}

/** A paragraph without a style. */
export const plainBlock = (text: string): Block => ({
  type: 'paragraph',
  runs: toRuns({ text, bold: false, italic: false, code: false, part: null }),
  indent: 0,
  marker: '',
});
