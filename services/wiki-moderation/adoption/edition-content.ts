/** Content of an edition, sealed as JSON: markdown and its outline. Builds and reads it. Pure. */
import type { ParseResult } from '../../../shared/kernel/markup-reader/markup-tasks.ts';
import {
  type ElementContent,
  type FieldContent,
  fieldContent,
} from '../../../shared/revisioning/outline/content-hash.ts';
import { labelMember } from '../../../shared/revisioning/outline/outline.ts';

export interface EditionContent {
  markdown: string;
  elements: ElementContent[];
  fields: FieldContent[];
}

/** The content of an edition, without the line numbers of its parts. */
export function buildEditionContent(markdown: string, markup: ParseResult): EditionContent {
  return {
    markdown,
    elements: markup.elements.map(({ address, kind, toc_content, content, label }) => ({
      address,
      kind,
      toc_content,
      content,
      ...labelMember(label),
    })),
    fields: markup.fields.map((field) => fieldContent(field, field.element_address)),
  };
}

/** Reads a sealed content. Only this service writes them, so they have the right shape. */
export function parseEditionContent(sealed: string): EditionContent {
  const content: EditionContent = JSON.parse(sealed);
  return content;
}
