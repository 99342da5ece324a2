/**
 * The members of an element in responses of libraries and the wiki: wording, address, depth and attributes
 * (from its kind), without identity. Pure.
 */
import { depthOf } from './address.ts';
import type { Element, ElementKind } from './outline.ts';

interface ElementBody {
  address: string;
  content: string;
  toc_content: string;
  depth: number;
  attributes: { inToc?: boolean; isNote?: boolean };
}

const ATTRIBUTES: Readonly<Record<ElementKind, ElementBody['attributes']>> = {
  section: { inToc: true },
  clause: {},
  note: { isNote: true },
};

/** Wording and address of an element; libraries add its identity. */
export const presentElementBody = ({
  address,
  content,
  toc_content,
  kind,
}: Omit<Element, 'element_id'>): ElementBody => ({
  address,
  content,
  toc_content,
  depth: depthOf(address),
  attributes: ATTRIBUTES[kind],
});
