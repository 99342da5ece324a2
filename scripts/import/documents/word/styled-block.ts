/** A paragraph or table of a Word file that this service wrote, as the block that it was written of. Pure. */
import type { Block, Run } from '../../../../shared/documents/printed-document.ts';
import type { ExportedParagraph } from './exported-file.ts';
import type { StyledRun } from './styled-runs.ts';

/** `•` or `1.` before the text of an item. */
const MARKER = /^(•|\d{1,9}[.)]) /;

/** @param isLead whether it stands beside the number of its clause, which is then no text of it */
export function styledBlock(
  { cells, indent, rows, runs, styles, text }: ExportedParagraph,
  isLead: boolean,
): Block {
  if (rows !== null) return { type: 'table', rows: cells.map((row) => row.map((cell) => cell.map(toRun))) };
  if (styles.includes('clausecode')) return { type: 'code', text };
  const shown = isLead ? withoutNumber(runs) : runs.map(toRun);
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
  if (first?.part !== 'number') return [first, second, ...others].flatMap((run) => (run ? toRun(run) : []));
  const text = second?.text.replace(/^ /, '') ?? '';
  return [...(second && text !== '' ? [toRun({ ...second, text })] : []), ...others.map(toRun)];
}

const toRun = ({ text, bold, italic, code, part }: StyledRun): Run => ({
  text,
  ...(part === 'link' || part === 'target' ? { part } : {}),
  ...(bold ? { bold } : {}),
  ...(italic ? { italic } : {}),
  ...(code ? { code } : {}),
});
