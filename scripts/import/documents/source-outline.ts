/**
 * The intermediate tree that the readers of all formats but markup produce and `valid-document.ts` converts: elements
 * with the numbers and fields of the source, and images.
 */
import type { FieldContent } from '../../../shared/revisioning/outline/content-hash.ts';
import type { ElementKind } from '../../../shared/revisioning/outline/outline.ts';

export interface SourceField {
  source: string;
  label: string;
  /** Any word; replaced by `text` if it is not an input type. */
  type: string;
  options: string[];
  default_value: string | string[] | null;
  constraint: string | null;
  unit: string | null;
  /** Prose about the field, which goes into a note below its clause. */
  remarks: string[];
  /** Members that only a document of this service says; its label is as it stands. */
  given?: Pick<FieldContent, 'drawing_ref' | 'drawing_ref_locator' | 'order_number' | 'starting_disposition'>;
}

/** An element with what is below it, in the order of the source. */
export interface SourceNode {
  source: string;
  /** Its place in the reading order of the source, counted from 0. */
  position: number;
  /** The number that the source gives it, such as `2.1`, `A.1` or `(a)`; null when it gives none. */
  sourceNumber: string | null;
  /** The number that people cite, where that is not this one. */
  label?: string | null;
  /** Its number among its siblings, if that number says one; a valid one is kept. */
  ordinal: number | null;
  kind: ElementKind;
  heading: string;
  content: string;
  fields: SourceField[];
  children: SourceNode[];
}

/** A node without words. */
export const createNode = (kind: ElementKind, source: string, position: number): SourceNode => ({
  source,
  position,
  sourceNumber: null,
  ordinal: null,
  kind,
  heading: '',
  content: '',
  fields: [],
  children: [],
});

/** An image that texts refer to by its name, which contains the hash of its bytes. */
export interface SourceImage {
  name: string;
  mediaType: 'image/png' | 'image/jpeg';
  bytes: Uint8Array;
}

/** A whole document. */
export interface SourceDocument {
  title: string;
  /** What is known of the document itself: source, version, licence. */
  description: string;
  nodes: SourceNode[];
  /** Images that its texts may refer to. */
  images?: readonly SourceImage[];
}
