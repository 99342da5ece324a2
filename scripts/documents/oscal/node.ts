/** Nodes of an outline made from an OSCAL catalogue. */
import type { ElementKind } from '../../../shared/revisioning/outline.ts';
import type { SourceNode } from '../source-outline.ts';

/** A node without text, number and children. */
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
