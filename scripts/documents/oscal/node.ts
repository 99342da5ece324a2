/** Builds an empty node of the source outline for an OSCAL object. */
import type { ElementKind } from '../../../shared/revisioning/outline.ts';
import type { SourceNode } from '../source-outline.ts';

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
