/**
 * Lists the blocks of a part of a Word file: its paragraphs and tables, rows and cells, without the elements that
 * only wrap or mark them.
 */
import { elementOf, elementsOf, type XmlElement } from '../xml/xml-tree.ts';

/** Wrappers whose content stands as if they were not there. */
const WRAPPERS: readonly string[] = ['sdt', 'sdtContent', 'ins', 'moveTo', 'customXml', 'smartTag'];
/** Properties, and marks of bookmarks, comments and proofs. */
const NO_BLOCKS =
  /Pr$|^tblGrid$|^(?:bookmark|comment|perm|moveFromRange|moveToRange|customXml\w+Range|ins|del)\w*(?:Start|End)$|^proofErr$/;

/**
 * The elements below, with those inside wrappers in their place, without deleted rows and cells.
 * @param marks names of marks that are wanted as well
 */
export function unwrapped(element: XmlElement, marks: readonly string[] = []): XmlElement[] {
  return elementsOf(element).flatMap((child) => {
    if (WRAPPERS.includes(child.name)) return unwrapped(child, marks);
    if (marks.includes(child.name)) return [child];
    return NO_BLOCKS.test(child.name) || isDeleted(child) ? [] : [child];
  });
}

/** Whether a row or cell is deleted by a tracked change. */
export const isDeleted = (element: XmlElement): boolean =>
  (element.name === 'tr' && elementOf(elementOf(element, 'trPr'), 'del') !== undefined) ||
  (element.name === 'tc' && elementOf(elementOf(element, 'tcPr'), 'cellDel') !== undefined);
