/** All texts of an element of a document. Pure. */
import type { Block, PrintedElement } from './printed-document.ts';

/** Its number, its heading, and its blocks run by run. */
export const textsOf = ({ number, heading, blocks }: PrintedElement): string[] => [
  number,
  ...heading.map(({ text }) => text),
  ...blocks.flatMap(textsOfBlock),
];

function textsOfBlock(block: Block): string[] {
  if ('rows' in block) return block.rows.flat(2).map(({ text }) => text);
  return 'runs' in block ? [block.marker, ...block.runs.map(({ text }) => text)] : [block.text];
}
