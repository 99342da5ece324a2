/**
 * Model of a request: generators create it, mutations change it, findings contain it. Encodes it as raw
 * HTTP, and as a curl command for the report.
 */
import type { EndpointId } from '../../shared/contracts/index.ts';
import { replacePathParams } from '../../shared/contracts/path-template.ts';
import { headerList, type RawRequest } from '../world/raw-http.ts';

export interface FilePart {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

export interface FuzzRequest {
  /** The principal it is sent as. */
  readonly who: string;
  /** The endpoint it was made for; null for a path without an endpoint. */
  readonly endpoint: EndpointId | null;
  readonly method: string;
  /** The endpoint's path with its `:names`. */
  readonly template: string;
  /** Path values, percent-encoded where necessary. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  readonly body?: unknown;
  /** Sent verbatim instead of `body`. */
  readonly raw?: string;
  /** Sent as a multipart form with the members of `body` as its fields. */
  readonly files?: readonly FilePart[];
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Path value that names a resource of another tenant. */
  readonly foreign?: string;
}

/** Credential of a principal; `label` replaces it in printed commands. */
export interface FuzzCredential {
  readonly label: string;
  readonly key?: string;
  readonly cookie?: string;
}

const BOUNDARY = 'fuzz-0d5a7c1e';

/** Path and query of a request. */
export function requestTarget({ template, path, query }: FuzzRequest): string {
  const filled = replacePathParams(template, (name) => path[name] ?? '');
  const search = query.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');
  return search === '' ? filled : `${filled}?${search}`;
}

/** Percent-encodes any text; half a surrogate pair becomes the replacement character, as in a browser. */
export const percentEncode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** The raw HTTP request with a credential. */
export function toRawRequest(request: FuzzRequest, credential: FuzzCredential, base: string): RawRequest {
  const body = encodeBody(request);
  const headers = headerList(headersOf(request, credential, base));
  return {
    method: request.method,
    path: requestTarget(request),
    headers,
    ...(body === null ? {} : { body }),
  };
}

function headersOf(
  request: FuzzRequest,
  credential: FuzzCredential,
  base: string,
): Record<string, string | string[]> {
  const hasBody = request.raw !== undefined || request.files !== undefined || request.body !== undefined;
  const headers: Record<string, string | string[]> = {
    ...(credential.key ? { authorization: `Bearer ${credential.key}` } : {}),
    // A browser names its page on every write.
    ...(credential.cookie ? { cookie: credential.cookie, origin: base } : {}),
    ...(!hasBody
      ? {}
      : { 'content-type': request.files ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json' }),
    ...request.headers,
  };
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}

function encodeBody({ body, raw, files }: FuzzRequest): Buffer | null {
  if (raw !== undefined) return Buffer.from(raw, 'utf8');
  if (files) return multipart(body, files);
  return body === undefined ? null : Buffer.from(JSON.stringify(body), 'utf8');
}

function multipart(body: unknown, files: readonly FilePart[]): Buffer {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const parts = fields.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (item: unknown) =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${typeof item === 'string' ? item : JSON.stringify(item)}\r\n`,
    ),
  );
  const sent = files.map(
    ({ name, type, content }) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="${quoted(name)}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`,
  );
  return Buffer.from([...parts, ...sent, `--${BOUNDARY}--\r\n`].join(''), 'utf8');
}

const quoted = (text: string): string => text.replaceAll('"', '%22').replace(/[\r\n]/g, ' ');

/** The request as a line for a shell; the credential as a variable named after its principal. */
export function toCurl(request: FuzzRequest, credential: FuzzCredential, base: string): string {
  const variable = `$${credential.label}`;
  const shown = {
    ...credential,
    ...(credential.key && { key: variable }),
    ...(credential.cookie && { cookie: variable }),
  };
  const body = encodeBody(request);
  const lines = Object.entries(headersOf(request, shown, base)).flatMap(([name, value]) =>
    [value].flat().map((one) => `-H ${shellQuote(`${name}: ${one}`)}`),
  );
  const data = body === null ? [] : [`--data-binary ${shellQuote(body.toString('utf8'))}`];
  return [
    'curl -sS -i --path-as-is',
    `-X ${request.method}`,
    shellQuote(`${base}${requestTarget(request)}`),
    ...lines,
    ...data,
  ].join(' ');
}

/** Double quotes around a variable, `$'…'` around invisible characters. */
function shellQuote(text: string): string {
  if (/^[a-z]+: (Bearer )?\$[A-Z_]+$/.test(text)) return `"${text}"`;
  if (!INVISIBLE_CHARACTERS.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = [...text].map((char) => {
    if (char === "'" || char === '\\') return `\\${char}`;
    return INVISIBLE_CHARACTERS.test(char)
      ? `\\U${(char.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`
      : char;
  });
  return `$'${escaped.join('')}'`;
}

/** Control and format characters. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}]/u;
