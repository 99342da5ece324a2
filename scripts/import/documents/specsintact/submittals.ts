/** Makes fields of the submittals that the article SUBMITTALS of a SpecsIntact section lists. */
import type { SourceField } from '../source-outline.ts';
import { elementsOf, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { collapse } from './text-blocks.ts';

/** Who approves: `G`, `S`, `G, AE`; the text of the clause says it. */
const CLASSIFICATION = /^[GS](?:$|[\s,[])/;
/** The heading of a group, such as `SD-02 Shop Drawings`. */
const GROUP = /^SD-\d/;

/** A field for each item that is marked as a submittal in a list; its value is the reference of what was submitted. */
export function submittalOf(item: XmlElement, source: string): SourceField[] {
  return namesOf(item)
    .filter((name) => name !== '' && !CLASSIFICATION.test(name) && !GROUP.test(name))
    .map((name) => ({
      source,
      label: `Submittal: ${name}`,
      type: 'text',
      options: [],
      default_value: null,
      constraint: null,
      unit: null,
      remarks: [],
    }));
}

const namesOf = (element: XmlElement): string[] =>
  elementsOf(element).flatMap((child) =>
    child.name === 'SUB' ? [collapse(textOf(child).replace(/[[\]]/g, ' '))] : namesOf(child),
  );
