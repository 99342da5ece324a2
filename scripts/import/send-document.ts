/**
 * Import of a document into a service: checks the API key, finds the library, finds or creates the
 * category, and runs the import with retries. Also the `runStep` that prints nothing (`runQuietly`).
 */

import { RestClient } from '../../shared/rest-client/client.ts';
import type { ReadDocument } from './documents/read-document.ts';
import { type ImportOutcome, importStandard, type RunStep } from './import-standard.ts';
import { describeKeptPlace, findLibrary, findOrCreateCategory } from './library-and-category.ts';
import type { ImportTarget } from './options.ts';
import { RetryingCaller } from './retrying-caller.ts';

/** What became of the document, and what its author should know of it, in lines. */
export interface SentDocument extends ImportOutcome {
  notices: string[];
}

/**
 * Imports a document under a name.
 * @param onUnavailable is called when it begins to wait for an unavailable service
 * @throws ApiError, ServiceUnavailableError, NameInUseError, ConcurrentChangeError, UsageError
 */
export async function sendDocument(
  name: string,
  { document, images }: Pick<ReadDocument, 'document' | 'images'>,
  { base, key, scope, category, library, publish }: ImportTarget,
  runStep: RunStep,
  onUnavailable: () => void = () => undefined,
): Promise<SentDocument> {
  const client = new RestClient(base, { key });
  // A wrong URL or key fails at once; later calls wait for an unavailable service.
  const { user } = await client.call('discovery.whoami');
  const api = new RetryingCaller(client, onUnavailable);
  // Before the category, which may be created: a refused import leaves nothing behind.
  const library_id = await findLibrary(api, scope, library);
  const category_id = await findOrCreateCategory(api, scope, category, document.category);
  const metadata = { name, description: document.description, category_id, library_id, ...scope };
  const outcome = await importStandard(
    api,
    { document, images, metadata, publish, userId: user.id },
    runStep,
  );
  const wanted = { category: category === null ? undefined : category_id, library: library_id };
  const notices = outcome.resumed ? await describeKeptPlace(api, outcome.id, wanted) : [];
  return { ...outcome, notices };
}

/** Runs a step without printing, for output that a file or program reads. */
export function runQuietly<T>(_: string, work: () => Promise<T>): Promise<T> {
  return work();
}
