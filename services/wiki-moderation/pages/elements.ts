/** A wiki revision as structured elements (document 2, Wiki reads). Revisions are sealed, so what was parsed once stays true. */
import { LRUCache } from 'lru-cache';
import { fail } from '../../../shared/kernel/errors.ts';
import { type ParsedMarkup, parseMarkup } from '../../../shared/markup/parse.ts';
import { depthOf } from '../../../shared/revisioning/address.ts';
import type { ElementKind } from '../../../shared/revisioning/outline.ts';
import { toProblems } from './source.ts';

export interface ShownElement {
  address: string;
  content: string;
  toc_content: string;
  depth: number;
  attributes: { inToc?: boolean; isNote?: boolean };
}

const ATTRIBUTES: Readonly<Record<ElementKind, ShownElement['attributes']>> = {
  section: { inToc: true },
  note: { isNote: true },
  clause: {},
};

/** Parsed revisions by id, bounded by the characters of their sources. */
const parsed = new LRUCache<string, ParsedMarkup>({ maxSize: 8_000_000, max: 500 });

/**
 * The outline of a stored revision.
 * @throws UNPARSEABLE_SOURCE with the findings, for a text of an older grammar
 */
export function readStored(revisionId: string, content: string): ParsedMarkup {
  const known = parsed.get(revisionId);
  const markup = known ?? parseMarkup(content);
  if (!known) parsed.set(revisionId, markup, { size: content.length + 1 });
  if (markup.errors.length > 0) {
    throw fail('UNPARSEABLE_SOURCE', 'This revision cannot be read as a standard. Correct its text in a new revision.', {
      errors: toProblems(markup.errors),
    });
  }
  return markup;
}

export const showElements = ({ elements }: ParsedMarkup): ShownElement[] =>
  elements.map(({ address, content, toc_content, kind }) => ({
    address,
    content,
    toc_content,
    depth: depthOf(address),
    attributes: ATTRIBUTES[kind],
  }));
