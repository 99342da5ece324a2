/** Gives the tree of a document valid addresses; elements below the twelfth level are raised to it. Pure. */
import { childOf, MAX_LEVEL_NUMBER, MAX_LEVELS } from '../../../shared/revisioning/outline/address.ts';
import { chooseOrdinals } from './choose-ordinals.ts';
import { type ReportChange, UnusableDocumentError } from './import-change.ts';
import type { SourceNode } from './source-outline.ts';

/** A node with its valid address. */
export interface NumberedNode {
  address: string;
  node: SourceNode;
}

/**
 * Every node with an address, parents first, in the order of the source.
 * @throws UnusableDocumentError when an element has more than 9,999 others directly below it
 */
export function numberOutline(nodes: readonly SourceNode[], report: ReportChange): NumberedNode[] {
  const numbered: NumberedNode[] = [];
  const number = (siblings: readonly SourceNode[], parent: string | null, level: number): void => {
    const placed = level === MAX_LEVELS ? siblings.flatMap((node) => raiseChildren(node, report)) : siblings;
    const ordinals = chooseOrdinals(placed.map(({ ordinal }) => ordinal));
    if (ordinals === null) {
      const place = parent === null ? 'the document' : `the element ${parent}`;
      throw new UnusableDocumentError(
        `${placed.length} elements stand directly below ${place}; the numbers of a level end at ${MAX_LEVEL_NUMBER}. Split the document.`,
      );
    }
    for (const [index, node] of placed.entries()) {
      const address = childOf(parent, ordinals[index] ?? 0);
      numbered.push({ address, node });
      number(node.children, address, level + 1);
    }
  };
  number(nodes, null, 1);
  return numbered;
}

/** A node on the lowest level, followed by everything that was below it. */
function raiseChildren(node: SourceNode, report: ReportChange): SourceNode[] {
  const raised: SourceNode[] = [{ ...node, children: [] }];
  for (const child of node.children) {
    report({
      rule: 'level-raised',
      source: child.source,
      address: null,
      from: child.sourceNumber,
      to: `level ${MAX_LEVELS}`,
    });
    for (const below of raiseChildren(child, report)) raised.push({ ...below, ordinal: null });
  }
  return raised;
}
