/** Lists the styles of a Word file that have no known role, so that the user can map them in a file (`--styles`). */
import { elementOf, elementsOf, type XmlElement } from '../xml/xml-tree.ts';
import { valOf } from './numbering.ts';
import type { StyleFile } from './style-file.ts';
import { Styles } from './styles.ts';
import { openWordFile, readBody } from './word-package.ts';

/** Names of styles without a role, outline level or number, each with its paragraphs, the most frequent ones first. */
export function findUnmappedStyles(bytes: Uint8Array, roles?: StyleFile): { name: string; count: number }[] {
  const file = openWordFile(bytes);
  const styles = new Styles(file.read('word/styles.xml'), roles);
  const counts = new Map<string, number>();
  const visit = (element: XmlElement): void => {
    if (element.name !== 'p') {
      for (const child of elementsOf(element)) visit(child);
      return;
    }
    const id = valOf(elementOf(element, 'pPr'), 'pStyle');
    const { role, outlineLevel, numId } = styles.find(id);
    const name = styles.nameOf(id);
    if (role === null && outlineLevel === null && numId === null && name !== '')
      counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  visit(readBody(file));
  return Array.from(counts, ([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}
