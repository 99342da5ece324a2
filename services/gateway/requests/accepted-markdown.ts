/** Content negotiation of markup: whether a request asks for `text/markdown` instead of JSON (RFC 9110, 12.5.1). */
const MARKDOWN = 'text/markdown';
const JSON_TYPE = 'application/json';

/** The qualities of the media ranges of `Accept`, by range. */
function parseAccept(accept: string): ReadonlyMap<string, number> {
  return new Map(
    accept.split(',').map((item) => {
      const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return [range, quality === undefined ? 1 : Number(quality.slice(2)) || 0];
    }),
  );
}

/**
 * Whether a client prefers markup to JSON: it names markup, or takes text and no JSON. Browsers and wildcards do neither.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const ranges = parseAccept(accept);
  const markdown = ranges.get(MARKDOWN);
  const named = ranges.get(JSON_TYPE) ?? ranges.get('application/*');
  const json = named ?? ranges.get('*/*') ?? 0;
  // Between JSON by name and markup of the same quality the default decides, next to a wildcard the name.
  if (markdown !== undefined)
    return markdown > 0 && (named === undefined ? markdown >= json : markdown > json);
  return (ranges.get('text/*') ?? 0) > json;
}
