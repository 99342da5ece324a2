/** Reads a standard with the content of its current revision or of another one. */
import type { EndpointResult } from '../../shared/rest-client/endpoint-types.ts';
import { api } from './api.ts';

export type StandardView = Extract<EndpointResult<'standards.get'>, { content_hash: unknown }>;

/** The name of a standard, without its clauses. @throws what the call throws */
export async function readName(id: number, signal: AbortSignal): Promise<string> {
  const standard = await api.call('standards.get', { id, format: 'compact' }, { signal });
  return 'name' in standard ? standard.name : '';
}

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
