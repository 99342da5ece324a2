/**
 * Creation and publishing of standards over any transport, and the base version and elements that a save
 * sends with a working copy (`baseOf`).
 */
import type { SaveBody } from '../../scripts/import/documents/outline-conversion.ts';
import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import type { EndpointParams, EndpointResult } from '../../shared/rest-client/endpoint-types.ts';

interface CreatedStandard {
  id: number;
  libraryId: number;
  /** Version of its open working copy. */
  version: string;
}

/** A new standard with this text in its working copy, or with none. */
export async function createStandard(
  api: ApiCaller,
  about: EndpointParams<'standards.create'>,
  text?: SaveBody,
): Promise<CreatedStandard> {
  const { id, library, working_copy } = await api.call('standards.create', about);
  const { version } = text ? await api.call('standards.workingCopy.save', { id, ...text }) : working_copy;
  return { id, libraryId: library?.id ?? 0, version };
}

/** Publishes the working copy; with a text, opens one and saves the text first. */
export async function publishStandard(
  api: ApiCaller,
  id: number,
  note: Omit<EndpointParams<'standards.publish'>, 'id'> = {},
  text?: SaveBody,
): Promise<EndpointResult<'standards.publish'>> {
  if (text) {
    await api.call('standards.edit', { id });
    await api.call('standards.workingCopy.save', { id, ...text });
  }
  return api.call('standards.publish', { id, ...note });
}

/**
 * Base of a save: version and element hashes of the working copy as read, by which a stale save is merged.
 */
export const baseOf = ({ version, elements }: EndpointResult<'standards.workingCopy.get'>) => ({
  baseVersion: version,
  baseElements: elements.map(({ element_id, address, hash = '' }) => ({
    elementId: element_id,
    address,
    hash,
  })),
});
