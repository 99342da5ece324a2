/**
 * Check of Idempotency-Key: sends a POST with a key and, when it succeeds, twice more. The same request
 * gets the same response; one with an unknown member that response or 422. Effects are not
 * compared.
 */
import { randomUUID } from 'node:crypto';
import { type EndpointSpec, supportsIdempotencyKey } from '../../../shared/contracts/endpoint.ts';
import type { FuzzExchange, FuzzWorld } from '../world/fuzz-world.ts';
import { createFinding, type Finding } from './finding.ts';

export async function checkIdempotentReplay(
  world: FuzzWorld,
  { request }: FuzzExchange,
  spec: EndpointSpec,
): Promise<Finding[]> {
  const at = request.endpoint;
  if (
    at === null ||
    !supportsIdempotencyKey(spec) ||
    spec.bodyEncoding === 'multipart' ||
    Object.keys(request.headers).length > 0
  )
    return [];
  const keyed = { ...request, headers: { 'idempotency-key': randomUUID() } };
  const first = await world.send(keyed);
  if (first.response.status >= 300 || !spec.mutates) return [];
  const second = await world.send(keyed);
  if (second.response.status !== first.response.status || second.response.text !== first.response.text)
    return [
      createFinding(
        'a repeated POST',
        at,
        'differs',
        `first ${first.response.status} ${first.response.text.slice(0, 200)}, then ${second.response.status} ${second.response.text.slice(0, 200)}`,
      ),
    ];
  // An unknown member may be ignored (the response is replayed) or refused with 422.
  const other = await world.send({
    ...keyed,
    body: { ...(typeof request.body === 'object' ? request.body : {}), unknown_member: 1 },
  });
  if (other.response.status === 422 || other.response.text === first.response.text) return [];
  const message = `another body under the same key answered ${other.response.status} ${other.response.text.slice(0, 200)}`;
  return [createFinding('a repeated POST', at, 'other body', message)];
}
