/**
 * What the headers of a form and of its parts may say. It is little, and all of it is read: what stands here has one meaning, so that
 * the form parser cannot read another one than the check of the parts. Browsers, fetch, curl and the HTTP libraries send no more.
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
/** 1, 2: name; 3: file name; 4: file name in percent signs. .NET sends tokens, and both file names. */
const CONTENT_DISPOSITION = new RegExp(
  `^form-data;[ \\t]*name=(?:"([^"\\\\]*)"|(${TOKEN}))(?:;[ \\t]*filename=("(?:[^"\\\\]|\\\\.)*"|${TOKEN}))?` +
    `(?:;[ \\t]*filename\\*=UTF-8''((?:%[\\da-f]{2}|[\\w!#$&+.^\`|~-])+))?[ \\t]*$`,
  'i',
);
const PART_CONTENT_TYPE = new RegExp(`^(${TOKEN}/${TOKEN})[ \\t]*(?:${UTF_8})?[ \\t]*$`, 'i');

/** The headers of a part, each with what it may say. The bytes of a part are taken as they come. */
const ALLOWED_HEADERS = new Map<string, { form: RegExp; otherwise: string }>([
  [
    'content-disposition',
    {
      form: CONTENT_DISPOSITION,
      otherwise: 'The Content-Disposition of a part must be form-data; name="…"; filename="…", without other parameters.',
    },
  ],
  [
    'content-type',
    {
      form: PART_CONTENT_TYPE,
      otherwise: 'The Content-Type of a part must be a single media type; the only parameter allowed is charset=utf-8.',
    },
  ],
  ['content-encoding', { form: /^identity$/i, otherwise: 'Send each part uncompressed, without Content-Encoding.' }],
  [
    'content-transfer-encoding',
    { form: /^(?:7bit|8bit|binary)$/i, otherwise: 'Send each part unencoded, without Content-Transfer-Encoding.' },
  ],
  ['content-length', { form: /^\d+$/, otherwise: 'The Content-Length of a part is not a number.' }],
]);

/** The documents name the part of a file so. */
export const FILE_PART_NAME = 'files';

/** No header of a part is longer, and no part has more of them. */
export const MAX_HEADER_BYTES = 16 * 1024;
export const MAX_PART_HEADERS = 20;

/** A file part without a file name is a file all the same. */
export const looksLikeFile = (part: string | undefined, type: string | undefined, hasFileName: boolean): boolean =>
  hasFileName || part === FILE_PART_NAME || type === 'application/octet-stream';

/**
 * The boundary of a form.
 * @throws MALFORMED_REQUEST for a content type with anything else than one boundary and the charset UTF-8
 */
export function parseBoundary(contentType: string): string {
  const [, quoted, bare] = FORM_CONTENT_TYPE.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined)
    throw malformedRequest('The Content-Type must be multipart/form-data; boundary=…, without other parameters.');
  return boundary;
}

/**
 * Whether the part is a file, by headers that are as handed on byte by byte.
 * @throws MALFORMED_REQUEST for a header that a part of a form does not have, that comes twice or that says what it may not say, and for
 * a name that is not valid UTF-8
 */
export function isFilePart(headers: object): boolean {
  const found = new Map<string, RegExpExecArray>();
  for (const [name, values] of Object.entries(headers)) {
    const allowed = ALLOWED_HEADERS.get(name);
    if (!allowed) throw malformedRequest(`The header '${name.slice(0, 60)}' is not allowed in a form part.`);
    if (!Array.isArray(values) || values.length !== 1)
      throw malformedRequest(`A form part has the header '${name}' more than once.`);
    const value = String(values[0]);
    if (!isUtf8(Buffer.from(value, 'latin1'))) throw malformedRequest('The name of a form part is not valid UTF-8.');
    const match = allowed.form.exec(value);
    if (!match) throw malformedRequest(allowed.otherwise);
    found.set(name, match);
  }
  const disposition = found.get('content-disposition');
  if (!disposition) throw malformedRequest('A form part has no Content-Disposition.');
  const [, quoted, bare, fileName, encoded] = disposition;
  if (encoded !== undefined && !isPercentEncodedUtf8(encoded))
    throw malformedRequest('The name of a form part is not valid UTF-8.');
  return looksLikeFile(
    quoted ?? bare,
    found.get('content-type')?.[1]?.toLowerCase(),
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
