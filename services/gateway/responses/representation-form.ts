/**
 * The form in which a representation is sent: the JSON of the service, or for `Accept: text/markdown` the markup in it,
 * whose ETag is that of the JSON with a suffix.
 */
import type { IncomingMessage } from 'node:http';
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import { prefersMarkdown } from '../requests/accepted-markdown.ts';
import { markdownTag, readIfNoneMatch, readMarkdownIfNoneMatch } from '../requests/entity-tags.ts';

interface RepresentationForm {
  /** The media type. */
  type: string;
  /** Query parameters that make the service include the Markdown in its JSON. */
  query: Readonly<Record<string, string>>;
  /** The content, from the JSON of the service. */
  contentOf(json: string): string;
  /** The ETag of the content, from that of the service. */
  tagOf(etag: string): string;
  /** The service's ETags for the content that the client has already (`If-None-Match`). */
  readIfNoneMatch(request: IncomingMessage): string[];
}

const JSON_FORM: RepresentationForm = {
  type: 'application/json; charset=utf-8',
  query: {},
  contentOf: (json) => json,
  tagOf: (etag) => etag,
  readIfNoneMatch,
};

/** The form of the response to a request. A `format` in its query that names something else than the markup wins. */
export function chooseForm(
  { markdown }: EndpointSpec,
  accept: string | undefined,
  params: Readonly<Record<string, unknown>>,
): RepresentationForm {
  if (markdown === undefined || !prefersMarkdown(accept)) return JSON_FORM;
  const { member, query = {} } = markdown;
  const isOtherFormat = Object.entries(query).some(([name, value]) => (params[name] ?? value) !== value);
  if (isOtherFormat) return JSON_FORM;
  return {
    type: 'text/markdown; charset=utf-8',
    query,
    contentOf(json) {
      const content: unknown = Object(JSON.parse(json))[member];
      if (typeof content !== 'string') throw new Error(`the result has no text in ${member}`);
      return content;
    },
    tagOf: markdownTag,
    readIfNoneMatch: readMarkdownIfNoneMatch,
  };
}
