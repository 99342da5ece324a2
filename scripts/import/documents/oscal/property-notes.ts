/** Makes notes of the properties of OSCAL objects and of the remarks on them. */
import { createNode, type SourceNode } from '../source-outline.ts';

export const LINKS_HEADING = 'Links';
const LINKS_AND_PROPERTIES_HEADING = 'Links and properties';
const PROPERTIES_HEADING = 'Properties';
const REMARKS_HEADING = 'Remarks';

/** Adds a note with properties, and one with the remarks on properties, below a node; none without them. */
export function addPropertyNotes(
  node: SourceNode,
  { properties, remarks }: { properties: readonly string[]; remarks: readonly string[] },
  source: string,
  nextPosition: () => number,
): void {
  const add = (heading: string, texts: readonly string[]): void => {
    if (texts.length === 0) return;
    const content = texts.join('\n\n');
    node.children.push({ ...createNode('note', source, nextPosition()), heading, content });
  };
  const links = node.children.find(({ kind, heading }) => kind === 'note' && heading === LINKS_HEADING);
  if (links !== undefined && properties.length > 0) {
    // One note, because a large catalogue has nearly as many elements as a standard may have.
    links.heading = LINKS_AND_PROPERTIES_HEADING;
    links.content = [links.content, ...properties].join('\n\n');
  } else add(PROPERTIES_HEADING, properties);
  add(REMARKS_HEADING, remarks);
}
