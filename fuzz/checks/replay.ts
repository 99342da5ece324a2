/** A POST sent twice under one Idempotency-Key is done once and answered alike; the same key with another body is refused (G12, G22). */
import { randomUUID } from 'node:crypto';
import { type EndpointSpec, isRepeatable } from '../../shared/contracts/endpoint.ts';
import type { Exchange, Site } from '../site/site.ts';
import { type Finding, finding } from './finding.ts';

export async function checkReplay(site: Site, { draft }: Exchange, spec: EndpointSpec): Promise<Finding[]> {
  const at = draft.endpoint;
  if (at === null || !isRepeatable(spec) || spec.bodyEncoding === 'multipart' || Object.keys(draft.headers).length > 0) return [];
  const keyed = { ...draft, headers: { 'idempotency-key': randomUUID() } };
  const first = await site.send(keyed);
  if (first.answer.status >= 300 || !spec.mutates) return [];
  const second = await site.send(keyed);
  if (second.answer.status !== first.answer.status || second.answer.text !== first.answer.text)
    return [
      finding(
        'a repeated POST',
        at,
        'differs',
        `first ${first.answer.status} ${first.answer.text.slice(0, 200)}, then ${second.answer.status} ${second.answer.text.slice(0, 200)}`,
      ),
    ];
  // A member that means nothing is no other request; one that means something is refused.
  const other = await site.send({ ...keyed, body: { ...(typeof draft.body === 'object' ? draft.body : {}), unknown_member: 1 } });
  if (other.answer.status === 422 || other.answer.text === first.answer.text) return [];
  const what = `another body under the same key answered ${other.answer.status} ${other.answer.text.slice(0, 200)}`;
  return [finding('a repeated POST', at, 'other body', what)];
}
