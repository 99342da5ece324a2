/**
 * Check of a read by further requests: the responses are equal, compressed or not; a declared ETag is
 * present, changes with the body only and yields 304; HEAD has the status and ETag of GET.
 */
import { isDeepStrictEqual } from 'node:util';
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import type { FuzzRequest } from '../fuzz-request.ts';
import type { FuzzExchange, FuzzWorld } from '../world/fuzz-world.ts';
import { createFinding, type Finding } from './finding.ts';

/** Background work may change a response between two reads, but not each time. */
const MAX_ATTEMPTS = 4;

export async function checkReadConsistency(
  world: FuzzWorld,
  first: FuzzExchange,
  spec: EndpointSpec,
): Promise<Finding[]> {
  const { request, response } = first;
  const at = request.endpoint;
  const plain: FuzzRequest = { ...request, headers: {} };
  let before = first;
  let again = await world.send(plain);
  for (let tries = 1; tries < MAX_ATTEMPTS && !isSameBody(spec, before, again); tries += 1) {
    before = again;
    again = await world.send(plain);
  }
  if (!isSameBody(spec, before, again))
    return [
      createFinding(
        'a read is pure',
        at,
        'differs',
        `${MAX_ATTEMPTS} reads in a row differ: ${before.response.text.slice(0, 200)} / ${again.response.text.slice(0, 200)}`,
      ),
    ];
  if (again.response.status !== 200) return [];
  const found: Finding[] = [];
  const packed = await world.send({ ...plain, headers: { 'accept-encoding': 'gzip, br' } });
  if (!isSameBody(spec, again, packed) && !isSameBody(spec, await world.send(plain), packed))
    found.push(
      createFinding(
        'compression keeps the content',
        at,
        'packed',
        `compressed ${packed.response.text.slice(0, 200)}`,
      ),
    );
  const { etag } = again.response.headers;
  if (spec.etag !== undefined && !etag)
    found.push(createFinding('ETag', at, 'absent', 'a read of one resource has no ETag'));
  if (!etag) return found;
  const conditional = await world.send({ ...plain, headers: { 'if-none-match': etag } });
  const now = await world.send(plain);
  if (
    now.response.headers.etag === etag &&
    (conditional.response.status !== 304 || conditional.response.text !== '')
  )
    found.push(
      createFinding(
        'ETag',
        at,
        'no 304',
        `If-None-Match of the current ETag answered ${conditional.response.status}`,
      ),
    );
  const sameBody = isDeepStrictEqual(now.json, again.json);
  if (sameBody !== (now.response.headers.etag === etag) && spec.etag === 'bytes')
    found.push(
      createFinding(
        'ETag',
        at,
        'inconsistent',
        `body ${sameBody ? 'same' : 'changed'}, ETag ${etag} then ${now.response.headers.etag}`,
      ),
    );
  const head = await world.send({ ...plain, method: 'HEAD' });
  if (
    head.response.status !== now.response.status ||
    head.response.headers.etag !== now.response.headers.etag
  )
    found.push(
      createFinding(
        'HEAD is GET without a body',
        at,
        'head',
        `HEAD ${head.response.status} ${head.response.headers.etag}, GET ${response.status} ${etag}`,
      ),
    );
  return found;
}

/** Same status and bytes; for a `volatile` response the same members. */
function isSameBody({ volatile }: EndpointSpec, one: FuzzExchange, other: FuzzExchange): boolean {
  if (one.response.status !== other.response.status) return false;
  if (!volatile) return one.response.text === other.response.text;
  return isDeepStrictEqual(Object.keys(Object(one.json)), Object.keys(Object(other.json)));
}
