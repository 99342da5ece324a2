/**
 * The headers allowed in a multipart form and its parts, and whether a part is a file. The grammar is narrow
 * and unambiguous, so that the form parser and the check of the parts interpret them identically; it covers
 * what browsers, fetch and curl send.
 */
import { isUtf8 } from 'node:buffer';
import { apiError } from '../../../shared/kernel/errors/errors.ts';

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const BOUNDARY = "[\\w'()+,./:=? -]{0,69}[\\w'()+,./:=?-]";
const UTF_8 = ';[ \\t]*charset="?utf-?8"?';
const FORM_CONTENT_TYPE = new RegExp(
  `^multipart/form-data[ \\t]*(?:${UTF_8})?;[ \\t]*boundary=(?:"(${BOUNDARY})"|([\\w'+.-]{1,70}))(?:${UTF_8})?[ \\t]*$`,
  'i',
);
/** Groups 1, 2: name; 3: file name; 4: percent-encoded file name. .NET sends tokens, and both file names. */
const CONTENT_DISPOSITION = new RegExp(
  `^form-data;[ \\t]*name=(?:"([^"\\\\]*)"|(${TOKEN}))(?:;[ \\t]*filename=("(?:[^"\\\\]|\\\\.)*"|${TOKEN}))?` +
    `(?:;[ \\t]*filename\\*=UTF-8''((?:%[\\da-f]{2}|[\\w!#$&+.^\`|~-])+))?[ \\t]*$`,
  'i',
);
const PART_CONTENT_TYPE = new RegExp(`^(${TOKEN}/${TOKEN})[ \\t]*(?:${UTF_8})?[ \\t]*$`, 'i');

/** The headers of a part with their grammar. The bytes of a part are stored as sent. */
const ALLOWED_HEADERS = new Map<string, { grammar: RegExp; problem: string }>([
  [
    'content-disposition',
    {
      grammar: CONTENT_DISPOSITION,
      problem:
        'The Content-Disposition of a part must be form-data; name="…"; filename="…", without other parameters.',
    },
  ],
  [
    'content-type',
    {
      grammar: PART_CONTENT_TYPE,
      problem:
        'The Content-Type of a part must be a single media type; the only parameter allowed is charset=utf-8.',
    },
  ],
  [
    'content-encoding',
    { grammar: /^identity$/i, problem: 'Send each part uncompressed, without Content-Encoding.' },
  ],
  [
    'content-transfer-encoding',
    {
      grammar: /^(?:7bit|8bit|binary)$/i,
      problem: 'Send each part unencoded, without Content-Transfer-Encoding.',
    },
  ],
  ['content-length', { grammar: /^\d+$/, problem: 'The Content-Length of a part is not a number.' }],
]);

/** The name of the parts of a form that are files. */
export const FILE_PART_NAME = 'files';

/** Limits of the headers of a part. */
export const MAX_HEADER_BYTES = 16 * 1024;
export const MAX_PART_HEADERS = 20;

/** A part may be a file without having a file name. */
export const looksLikeFile = (
  part: string | undefined,
  type: string | undefined,
  hasFileName: boolean,
): boolean => hasFileName || part === FILE_PART_NAME || type === 'application/octet-stream';

/**
 * The boundary of a form.
 * @throws MALFORMED_REQUEST for a content type with anything but one boundary and the charset UTF-8
 */
export function parseBoundary(contentType: string): string {
  const [, quoted, bare] = FORM_CONTENT_TYPE.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined)
    throw malformedRequest(
      'The Content-Type must be multipart/form-data; boundary=…, without other parameters.',
    );
  return boundary;
}

/**
 * Whether a part is a file.
 * @param headers lists of values by name, each character one byte
 * @throws MALFORMED_REQUEST for a header that is not allowed, repeated or outside its grammar, and for a name
 * that is not valid UTF-8
 */
export function isFilePart(headers: object): boolean {
  const matches = new Map<string, RegExpExecArray>();
  for (const [name, values] of Object.entries(headers)) {
    const allowed = ALLOWED_HEADERS.get(name);
    if (!allowed) throw malformedRequest(`The header '${name.slice(0, 60)}' is not allowed in a form part.`);
    if (!Array.isArray(values) || values.length !== 1)
      throw malformedRequest(`A form part has the header '${name}' more than once.`);
    const value = String(values[0]);
    if (!isUtf8(Buffer.from(value, 'latin1')))
      throw malformedRequest('The name of a form part is not valid UTF-8.');
    const match = allowed.grammar.exec(value);
    if (!match) throw malformedRequest(allowed.problem);
    matches.set(name, match);
  }
  const disposition = matches.get('content-disposition');
  if (!disposition) throw malformedRequest('A form part has no Content-Disposition.');
  const [, quoted, bare, fileName, encoded] = disposition;
  if (encoded !== undefined && !isPercentEncodedUtf8(encoded))
    throw malformedRequest('The name of a form part is not valid UTF-8.');
  return looksLikeFile(
    quoted ?? bare,
    matches.get('content-type')?.[1]?.toLowerCase(),
    fileName !== undefined || encoded !== undefined,
  );
}

function isPercentEncodedUtf8(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export const malformedRequest = (sentence: string): Error => apiError('MALFORMED_REQUEST', sentence);
