/** Reads a page of the list of standards that one may read, with all members that the list has of each. */
import type { EndpointParams, EndpointResult } from '../../shared/rest-client/endpoint-types.ts';
import { api } from './api.ts';

export type StandardRow = Extract<
  EndpointResult<'standards.list'>['standards'][number],
  { updated_at: unknown }
>;

export async function listStandards(
  params: EndpointParams<'standards.list'>,
  signal: AbortSignal,
): Promise<{ standards: StandardRow[]; total: number }> {
  const { standards, total } = await api.call('standards.list', params, { signal });
  return { standards: standards.filter((row) => 'updated_at' in row), total };
}
