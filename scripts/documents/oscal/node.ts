/** Nodes of the source outline for OSCAL objects: an empty one, and a note with the remarks of properties. */
import type { ElementKind } from '../../../shared/revisioning/outline.ts';
import type { SourceNode } from '../source-outline.ts';

const REMARKS_HEADING = 'Remarks';

/** An empty node. */
export const createNode = (kind: ElementKind, source: string, position: number): SourceNode => ({
  source,
  position,
  designation: null,
  ordinal: null,
  kind,
  heading: '',
  content: '',
  fields: [],
  children: [],
});

/** Adds a note with remarks below a node; none without remarks. */
export function addRemarks(
  node: SourceNode,
  remarks: readonly string[],
  source: string,
  nextPosition: () => number,
): void {
  if (remarks.length === 0) return;
  const content = remarks.join('\n\n');
  node.children.push({ ...createNode('note', source, nextPosition()), heading: REMARKS_HEADING, content });
}
