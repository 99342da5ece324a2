/**
 * Checks of text files, chunk by chunk: text and CSV are UTF-8, DXF and IFC begin and end as their formats do,
 * and none has control characters (F5; hardening H22).
 */
import { startsLikeHtml } from './accepted-types.ts';

/** All but tab, line feed, form feed and carriage return. */
const isControl = (byte: number): boolean =>
  (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) || byte === 127;
const EDGE_BYTES = 4096;

interface TextFormat {
  label: string;
  isUtf8: boolean;
  start?: RegExp;
  end?: RegExp;
}

/** Drawings of older releases have a code page of their own. Comments (group 999) may come first. */
const DXF: TextFormat = {
  label: 'DXF',
  isUtf8: false,
  start: /^(?:[ \t]*999\r?\n[^\r\n]*\r?\n)*[ \t]*0[ \t]*\r?\n[ \t]*SECTION[ \t]*\r?\n/,
  end: /(?:^|\n)[ \t]*0[ \t]*\r?\n[ \t]*EOF\s*$/,
};
/** ISO 10303-21: the header names the schema, an IFC one. */
const IFC: TextFormat = {
  label: 'IFC',
  isUtf8: true,
  start: /^\s*ISO-10303-21;[\s\S]*FILE_SCHEMA\s*\(\s*\(\s*'IFC/i,
  end: /END-ISO-10303-21;\s*$/,
};
export const TEXT_FORMATS = {
  text: { label: 'text', isUtf8: true },
  dxf: DXF,
  ifc: IFC,
} as const satisfies Record<string, TextFormat>;

/** @returns the fault as the end of a sentence; null when there is none */
export async function findTextFault(
  format: TextFormat,
  chunks: AsyncIterable<Buffer>,
): Promise<string | null> {
  const { label, isUtf8, start, end } = format;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let first = Buffer.alloc(0);
  let last = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const control = chunk.find(isControl);
    if (control !== undefined) return `contains the control character ${codePointOf(control)}`;
    if (isUtf8 && !decodes(decoder, chunk)) return 'is not UTF-8 text';
    if (first.length < EDGE_BYTES) first = Buffer.concat([first, chunk.subarray(0, EDGE_BYTES)]);
    last = Buffer.concat([last, chunk]).subarray(-EDGE_BYTES);
  }
  if (isUtf8 && !decodes(decoder)) return 'is not UTF-8 text';
  const head = first.toString(isUtf8 ? 'utf8' : 'latin1').replace(/^\uFEFF/, '');
  if (startsLikeHtml(head)) return 'contains HTML markup';
  if (start && !start.test(head)) return `does not start like an ${label} file`;
  return end && !end.test(last.toString('latin1')) ? `does not end like an ${label} file` : null;
}

/** @param chunk none: the end of the text */
function decodes(decoder: InstanceType<typeof TextDecoder>, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

const codePointOf = (byte: number): string => `U+${byte.toString(16).toUpperCase().padStart(4, '0')}`;
