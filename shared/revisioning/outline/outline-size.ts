/**
 * Limit of a whole outline in bytes, and the check whether one is too large to be stored.
 */
import type { Outline } from './outline.ts';

/**
 * Maximum bytes of an outline as JSON. Whatever its text is, a record of it stays below the 16 MB of a MongoDB
 * document, and a response with it below the 8 MB of a NATS message, because both are compressed.
 */
export const MAX_OUTLINE_BYTES = 8 * 1024 * 1024;
/** A code unit has at most three bytes in UTF-8; in JSON those that are escaped have two. */
const BYTES_PER_CODE_UNIT = 3;
/** Maximum bytes of the JSON of an element without its texts. */
const MEMBER_BYTES = 250;

/** Whether an outline, merged or submitted, is too large to be stored. */
export function isOutlineTooLarge({ elements, fields }: Outline): boolean {
  let codeUnits = fields.length === 0 ? 0 : JSON.stringify(fields).length;
  for (const { content, toc_content, label = '' } of elements)
    codeUnits += content.length + toc_content.length + label.length;
  // Nearly every outline is far from it.
  if (codeUnits * BYTES_PER_CODE_UNIT + elements.length * MEMBER_BYTES <= MAX_OUTLINE_BYTES) return false;
  return Buffer.byteLength(JSON.stringify({ elements, fields })) > MAX_OUTLINE_BYTES;
}
