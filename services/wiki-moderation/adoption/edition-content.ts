/** Content of an edition, sealed as JSON: markdown and its outline. Builds, hashes and reads it. Pure. */
import type { ParseResult } from '../../../shared/kernel/markup-reader/markup-tasks.ts';
import {
  type ElementContent,
  type FieldContent,
  fieldContent,
  hashContent,
} from '../../../shared/revisioning/content-hash.ts';
import type { Outline } from '../../../shared/revisioning/outline.ts';

export interface EditionContent {
  markdown: string;
  elements: ElementContent[];
  fields: FieldContent[];
}

/** The content of an edition, without the line numbers of its parts. */
export function buildEditionContent(markdown: string, markup: ParseResult): EditionContent {
  return {
    markdown,
    elements: markup.elements.map(({ address, kind, toc_content, content }) => ({
      address,
      kind,
      toc_content,
      content,
    })),
    fields: markup.fields.map((field) => fieldContent(field, field.element_address)),
  };
}

/** The content hash, as for standards. It ignores identities, so positions in the outline serve as such. */
export function hashEditionContent({ elements, fields }: EditionContent): string {
  const ids = new Map(elements.map(({ address }, index) => [address, index + 1]));
  const outline: Outline = {
    elements: elements.map((element, index) => ({ ...element, element_id: index + 1 })),
    fields: fields.map(({ element_address, ...field }, index) => ({
      ...field,
      field_id: index + 1,
      element_id: ids.get(element_address) ?? 0,
    })),
  };
  return hashContent(outline);
}

/** Reads a sealed content. Only this service writes them, so they have the right shape. */
export function parseEditionContent(sealed: string): EditionContent {
  const content: EditionContent = JSON.parse(sealed);
  return content;
}
