/** A read answers twice alike, compressed or not; its ETag is that of its body, and brings 304 (decisions G12, G17, G23). */
import { isDeepStrictEqual } from 'node:util';
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import type { Draft } from '../draft.ts';
import type { Exchange, Site } from '../site/site.ts';
import { type Finding, finding } from './finding.ts';

/** Work in the background may end between two reads; it does not do so every time. */
const TRIES = 4;

export async function checkPurity(site: Site, first: Exchange, spec: EndpointSpec): Promise<Finding[]> {
  const { draft, answer } = first;
  const at = draft.endpoint;
  const plain: Draft = { ...draft, headers: {} };
  let before = first;
  let again = await site.send(plain);
  for (let tries = 1; tries < TRIES && !isAlike(spec, before, again); tries += 1) {
    before = again;
    again = await site.send(plain);
  }
  if (!isAlike(spec, before, again))
    return [
      finding(
        'a read is pure',
        at,
        'differs',
        `${TRIES} reads in a row differ: ${before.answer.text.slice(0, 200)} / ${again.answer.text.slice(0, 200)}`,
      ),
    ];
  if (again.answer.status !== 200) return [];
  const found: Finding[] = [];
  const packed = await site.send({ ...plain, headers: { 'accept-encoding': 'gzip, br' } });
  if (!isAlike(spec, again, packed) && !isAlike(spec, await site.send(plain), packed))
    found.push(finding('compression keeps the content', at, 'packed', `compressed ${packed.answer.text.slice(0, 200)}`));
  const { etag } = again.answer.headers;
  if (spec.etag !== undefined && !etag) found.push(finding('ETag', at, 'absent', 'a read of one resource has no ETag'));
  if (!etag) return found;
  const held = await site.send({ ...plain, headers: { 'if-none-match': etag } });
  const now = await site.send(plain);
  if (now.answer.headers.etag === etag && (held.answer.status !== 304 || held.answer.text !== ''))
    found.push(finding('ETag', at, 'no 304', `If-None-Match of the current ETag answered ${held.answer.status}`));
  const sameBody = isDeepStrictEqual(now.json, again.json);
  if (sameBody !== (now.answer.headers.etag === etag) && spec.etag === 'bytes')
    found.push(
      finding('ETag', at, 'inconsistent', `body ${sameBody ? 'same' : 'changed'}, ETag ${etag} then ${now.answer.headers.etag}`),
    );
  const head = await site.send({ ...plain, method: 'HEAD' });
  if (head.answer.status !== now.answer.status || head.answer.headers.etag !== now.answer.headers.etag)
    found.push(
      finding(
        'HEAD is GET without a body',
        at,
        'head',
        `HEAD ${head.answer.status} ${head.answer.headers.etag}, GET ${answer.status} ${etag}`,
      ),
    );
  return found;
}

/** The same status and bytes; of what changes by itself, the same members. */
function isAlike({ ofTheMoment }: EndpointSpec, one: Exchange, other: Exchange): boolean {
  if (one.answer.status !== other.answer.status) return false;
  if (!ofTheMoment) return one.answer.text === other.answer.text;
  return isDeepStrictEqual(Object.keys(Object(one.json)), Object.keys(Object(other.json)));
}
