/**
 * Creation of a wiki page and adoption of one of its revisions over any transport; waits until the library
 * copy has been made in the background.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import type { EndpointParams } from '../../shared/rest-client/endpoint-types.ts';

/** Against endless waiting: a copy takes less than a second. */
const COPIED_WITHIN_MS = 60_000;

interface WikiPage {
  id: string;
  slug: string;
  revisionId: string;
}

/** A new page in an existing library. */
export async function createWikiPage(
  api: ApiCaller,
  page: EndpointParams<'wiki.standards.create'>,
): Promise<WikiPage> {
  const { id, slug, current_revision } = await api.call('wiki.standards.create', page);
  return { id, slug, revisionId: current_revision.id };
}

/**
 * Adopts a revision of a page and waits for its library copy.
 * @returns the number of the edition @throws Error when copying has failed, or takes too long
 */
export async function adoptPage(
  api: ApiCaller,
  { id, revisionId }: Pick<WikiPage, 'id' | 'revisionId'>,
): Promise<number> {
  const adopted = await api.call('wiki.standards.directAdopt', { id, sourceRevisionId: revisionId });
  const deadline = performance.now() + COPIED_WITHIN_MS;
  while (performance.now() < deadline) {
    const editions = (await api.call('wiki.adopted.list', { id })).adopted_revisions;
    const edition = editions.find((one) => one.id === adopted.adoptedRevision.id);
    if (edition?.syncStatus === 'done') return edition.revision_number;
    if (edition?.syncStatus === 'failed')
      throw new Error(`the adoption failed: ${edition.last_error?.message}`);
    await delay(50);
  }
  throw new Error(`the adopted edition was not copied within ${COPIED_WITHIN_MS / 1000} s`);
}
