/** A standard with the content of a revision. */
import type { EndpointResult } from '../../shared/rest-client/endpoint-types.ts';
import { api } from './api.ts';

export type StandardView = Extract<EndpointResult<'standards.get'>, { content_hash: unknown }>;

/** @param revisionId default: the current one @throws what the call throws */
export async function readStandard(
  id: number,
  signal: AbortSignal,
  revisionId?: number,
): Promise<StandardView> {
  const standard = await api.call('standards.get', { id, revisionId }, { signal });
  if (!('content_hash' in standard))
    throw new Error('The service answered with another form of this standard.');
  return standard;
}
