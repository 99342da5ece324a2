/**
 * The members of an element in responses of libraries and the wiki: wording, address, depth and attributes (from its
 * kind and label), without identity. Also the kind that attributes mean. Pure.
 */
import { depthOf } from './address.ts';
import type { Element, ElementKind } from './outline.ts';

interface ElementBody {
  address: string;
  content: string;
  toc_content: string;
  depth: number;
  attributes: { inToc?: boolean; isNote?: boolean; label?: string };
}

const ATTRIBUTES: Readonly<Record<ElementKind, ElementBody['attributes']>> = {
  section: { inToc: true },
  clause: {},
  note: { isNote: true },
};

/** The attributes of an element as they are sent or answered. */
interface KindAttributes {
  readonly inToc?: boolean | null | undefined;
  readonly isNote?: boolean | null | undefined;
}

/** The kind that the attributes of an element mean; without any it is a clause. */
export const kindOf = (attributes: KindAttributes | null | undefined): ElementKind =>
  attributes?.inToc ? 'section' : attributes?.isNote ? 'note' : 'clause';

/** Wording and address of an element; libraries add its identity. */
export const presentElementBody = ({
  address,
  content,
  toc_content,
  kind,
  label,
}: Omit<Element, 'element_id'>): ElementBody => ({
  address,
  content,
  toc_content,
  depth: depthOf(address),
  attributes: label ? { ...ATTRIBUTES[kind], label } : ATTRIBUTES[kind],
});
