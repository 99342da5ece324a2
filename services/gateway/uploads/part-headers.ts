/**
 * What the headers of a form and of its parts may say. It is little, and all of it is read: what stands here has one meaning, so that
 * the form parser cannot read another one than the check of the parts. Browsers, fetch, curl and the HTTP libraries send no more.
 */
import { isUtf8 } from 'node:buffer';
import { fail } from '../../../shared/kernel/errors.ts';

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const BOUNDARY = "[\\w'()+,./:=? -]{0,69}[\\w'()+,./:=?-]";
const UTF_8 = ';[ \\t]*charset="?utf-?8"?';
const FORM_TYPE = new RegExp(
  `^multipart/form-data[ \\t]*(?:${UTF_8})?;[ \\t]*boundary=(?:"(${BOUNDARY})"|([\\w'+.-]{1,70}))(?:${UTF_8})?[ \\t]*$`,
  'i',
);
/** 1, 2: name; 3: file name; 4: file name in percent signs. .NET sends tokens, and both file names. */
const DISPOSITION = new RegExp(
  `^form-data;[ \\t]*name=(?:"([^"\\\\]*)"|(${TOKEN}))(?:;[ \\t]*filename=("(?:[^"\\\\]|\\\\.)*"|${TOKEN}))?` +
    `(?:;[ \\t]*filename\\*=UTF-8''((?:%[\\da-f]{2}|[\\w!#$&+.^\`|~-])+))?[ \\t]*$`,
  'i',
);
const PART_TYPE = new RegExp(`^(${TOKEN}/${TOKEN})[ \\t]*(?:${UTF_8})?[ \\t]*$`, 'i');

/** The headers of a part, each with what it may say. The bytes of a part are taken as they come. */
const ALLOWED = new Map<string, { form: RegExp; otherwise: string }>([
  [
    'content-disposition',
    {
      form: DISPOSITION,
      otherwise: 'Send the Content-Disposition of a part as form-data; name="…"; filename="…", and nothing else.',
    },
  ],
  [
    'content-type',
    {
      form: PART_TYPE,
      otherwise: 'Send the Content-Type of a part as one type, without parameters but charset=utf-8; a text is UTF-8.',
    },
  ],
  ['content-encoding', { form: /^identity$/i, otherwise: 'Send each part as it is, not packed, and without Content-Encoding.' }],
  [
    'content-transfer-encoding',
    { form: /^(?:7bit|8bit|binary)$/i, otherwise: 'Send each part as it is, without Content-Transfer-Encoding.' },
  ],
  ['content-length', { form: /^\d+$/, otherwise: 'The Content-Length of a part is not a number.' }],
]);

/** The documents name the part of a file so. */
export const FILE_PART = 'files';

/** No header of a part is longer, and no part has more of them. */
export const HEADER_BYTES = 16 * 1024;
export const MAX_HEADERS = 20;

/** A file part without a file name is a file all the same. */
export const isFile = (part: string | undefined, type: string | undefined, hasFileName: boolean): boolean =>
  hasFileName || part === FILE_PART || type === 'application/octet-stream';

/**
 * The boundary of a form.
 * @throws MALFORMED_REQUEST for a content type with anything else than one boundary and the charset UTF-8
 */
export function readBoundary(contentType: string): string {
  const [, quoted, bare] = FORM_TYPE.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw malformed('Send the content type as multipart/form-data; boundary=…, and nothing else.');
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
    const allowed = ALLOWED.get(name);
    if (!allowed) throw malformed(`Send the parts of a form without the header '${name.slice(0, 60)}'.`);
    if (!Array.isArray(values) || values.length !== 1) throw malformed(`A part has the header '${name}' twice.`);
    const value = String(values[0]);
    if (!isUtf8(Buffer.from(value, 'latin1'))) throw malformed('The name of a part is not valid UTF-8.');
    const match = allowed.form.exec(value);
    if (!match) throw malformed(allowed.otherwise);
    found.set(name, match);
  }
  const disposition = found.get('content-disposition');
  if (!disposition) throw malformed('A part of the form has no Content-Disposition.');
  const [, quoted, bare, fileName, encoded] = disposition;
  if (encoded !== undefined && !isEncodedUtf8(encoded)) throw malformed('The name of a part is not valid UTF-8.');
  return isFile(quoted ?? bare, found.get('content-type')?.[1]?.toLowerCase(), fileName !== undefined || encoded !== undefined);
}

function isEncodedUtf8(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export const malformed = (sentence: string): Error => fail('MALFORMED_REQUEST', sentence);
