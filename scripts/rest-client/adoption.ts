/** Waiting for the library copy of an adopted edition, which is made in the background. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiCaller } from './client.ts';

const ATTEMPTS = 100;

/**
 * @returns the number of the edition @throws Error when it is not copied within ten seconds, or copying has
 * failed
 */
export async function waitUntilCopied(api: ApiCaller, pageId: string): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const [edition] = (await api.call('wiki.adopted.list', { id: pageId })).adopted_revisions;
    if (edition?.syncStatus === 'done') return edition.revision_number;
    if (edition?.syncStatus === 'failed')
      throw new Error(`the adoption failed: ${edition.last_error?.message}`);
    await delay(100);
  }
  throw new Error('the adopted edition was not copied within 10 s');
}
