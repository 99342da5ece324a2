/** Checks of the links of a paged list, and of the markup that a read gives instead of JSON. */
import assert from 'node:assert/strict';
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import type { PublishedEndpoint } from '../../shared/contracts/published-endpoints.ts';
import { ask, parseLinks } from './response-headers.ts';

type Headers = Record<string, string>;

interface Paging {
  from: string;
  size: string;
}

/** The query parameter that selects the page of a list, and the one that makes the pages small. */
export function pagingOf({ spec: { query = {} } }: PublishedEndpoint): Paging | null {
  if ('page' in query) return { from: 'page', size: 'per_page' };
  if ('offset' in query) return { from: 'offset', size: 'limit' };
  return 'since' in query ? { from: 'since', size: 'limit' } : null;
}

/** Follows `next` from the first page of one row: the pages are all rows, and each links the others. */
export async function assertPagesLinked(
  base: string,
  path: string,
  who: Headers,
  paging: Paging,
): Promise<void> {
  const [, query = ''] = path.split('?');
  const kept = `${query === '' ? '' : `${query}&`}other=a%3Eb`;
  const start = `${path.split('?')[0]}?${kept}&${paging.size}=1`;
  const first = await ask(base, 'GET', start, who);
  assert.equal(first.status, 200, first.bytes);
  const { total } = JSON.parse(first.bytes);
  const links = parseLinks(first.headers);
  const head = await ask(base, 'HEAD', start, who);
  assert.equal(head.headers.link, first.headers.link);
  const seen = [start];
  for (let at: string | undefined = links.get('next'); at; ) {
    assert.ok(new URL(at, base).searchParams.get('other') === 'a>b', at);
    const page = await ask(base, 'GET', at, who);
    assert.equal(page.status, 200, page.bytes);
    const { next, prev, last } = Object.fromEntries(parseLinks(page.headers));
    if (paging.from !== 'since') assert.equal(prev, seen.length === 1 ? links.get('first') : seen.at(-1));
    seen.push(at);
    if (next === undefined) assert.equal(last ?? at, at);
    at = next;
  }
  if (paging.from === 'since') assert.ok(seen.length > 1, 'the project has several changes');
  else {
    assert.equal(seen.length, Math.max(1, total), `${seen}`);
    assert.deepEqual([...links.keys()], total > 1 ? ['first', 'next', 'last'] : ['first', 'last']);
  }
}

/** The markup of a read by `Accept: text/markdown`: content, type, ETag, 304, HEAD and refusals. */
export async function assertMarkup(
  base: string,
  path: string,
  who: Headers,
  markdown: NonNullable<EndpointSpec['markdown']>,
): Promise<void> {
  const json = await ask(base, 'GET', path, who);
  const selected = new URLSearchParams(markdown.query);
  const member: unknown = JSON.parse(
    (await ask(base, 'GET', selected.size > 0 ? `${path}?${selected}` : path, who)).bytes,
  )[markdown.member];
  const asMarkup = { ...who, accept: 'text/markdown' };
  const markup = await ask(base, 'GET', path, asMarkup);
  assert.equal(markup.headers['content-type'], 'text/markdown; charset=utf-8');
  assert.deepEqual([markup.status, markup.bytes], [200, member]);
  const { etag } = markup.headers;
  assert.ok(typeof etag === 'string' && etag !== json.headers.etag);
  const known = await ask(base, 'GET', path, { ...asMarkup, 'if-none-match': etag });
  assert.deepEqual([known.status, known.headers.etag, known.bytes], [304, etag, '']);
  for (const [accept, tag] of [
    ['text/markdown', json.headers.etag],
    ['application/json', etag],
  ])
    assert.equal(
      (await ask(base, 'GET', path, { ...who, accept: String(accept), 'if-none-match': String(tag) })).status,
      200,
      'the tag of the other form is another',
    );
  const head = await ask(base, 'HEAD', path, asMarkup);
  assert.deepEqual(
    [head.headers['content-length'], head.headers.etag, head.bytes],
    [String(Buffer.byteLength(markup.bytes)), etag, ''],
  );
  for (const { headers } of [json, markup, known]) assert.match(String(headers.vary), /\bAccept(,|$)/);
  const refused = await ask(base, 'GET', path.replace(/[\w-]+$/, '987654321'), asMarkup);
  assert.equal(refused.headers['content-type'], 'application/problem+json; charset=utf-8');
}
