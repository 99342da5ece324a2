/**
 * Runs the search engine on a worker thread and answers the messages of `search-thread.ts`, so that the event loop of
 * the service stays free.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { collectGarbageWhenIdle } from '../kernel/node/idle-garbage-collection.ts';
import { type RowReader, SearchEngine } from './engine/search-engine.ts';
import { WordVectors } from './engine/word-vectors.ts';
import type {
  RequestHandler,
  RequestHandlers,
  RequestMessage,
  ResponseMessage,
  WorkerSettings,
} from './search-thread.ts';
import { SearchUnavailable } from './search-unavailable.ts';

/** Serves searches in this thread. @param readRows the rows of content as the service stores it */
export function serveSearch(readRows: RowReader): void {
  const settings: WorkerSettings = workerData;
  let opening: Promise<RequestHandlers> | null = null;
  /** The engine; opened again after a failure. */
  const engine = (): Promise<RequestHandlers> => {
    opening ??= openEngine(readRows, settings).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };

  async function respond<K extends keyof RequestHandlers>(message: RequestMessage<K>): Promise<void> {
    const { name, params, port } = message;
    let response: ResponseMessage<K>;
    try {
      const opened = await engine();
      const method: RequestHandler<K> | undefined = opened[name];
      if (!method) throw new Error(`this search engine has no ${name}`);
      response = { result: await method.call(opened, params) };
    } catch (error) {
      response = { error: String(error), isUnavailable: error instanceof SearchUnavailable };
    }
    port.postMessage(response);
  }

  parentPort?.on('message', respond);
  collectGarbageWhenIdle();
}

async function openEngine(
  readRows: RowReader,
  { modelFolder, maxSpareBytes, cluster, generation }: WorkerSettings,
): Promise<RequestHandlers> {
  if (!cluster) return new SearchEngine(readRows, () => WordVectors.load(modelFolder), maxSpareBytes);
  // Its client is loaded only where it is used.
  const { openClusterEngine } = await import('./opensearch/open-cluster-engine.ts');
  const model = { vectors: WordVectors.load(modelFolder), digest: WordVectors.digestOf(modelFolder) };
  return openClusterEngine(readRows, { ...cluster, generation }, model, (reason) => {
    // Ends the thread: a new one is filled from the database.
    setImmediate(() => {
      throw reason;
    });
  });
}
