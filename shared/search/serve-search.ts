/**
 * Runs the search engine on a worker thread and answers the messages of `search-thread.ts`, so that the event loop of
 * the service stays free.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type RowReader, SearchEngine } from './engine/search-engine.ts';
import { WordVectors } from './engine/word-vectors.ts';
import type { RequestHandlers, RequestMessage, ResponseMessage, WorkerSettings } from './search-thread.ts';

/** Serves searches in this thread. @param readRows the rows of content as the service stores it */
export function serveSearch(readRows: RowReader): void {
  const { modelFolder, maxSpareRows }: WorkerSettings = workerData;
  const engine: RequestHandlers = new SearchEngine(
    readRows,
    () => WordVectors.load(modelFolder),
    maxSpareRows,
  );

  async function respond<K extends keyof RequestHandlers>(message: RequestMessage<K>): Promise<void> {
    const { name, params, port } = message;
    let response: ResponseMessage<K>;
    try {
      response = { result: await engine[name](params) };
    } catch (error) {
      response = { error: String(error) };
    }
    port.postMessage(response);
  }

  parentPort?.on('message', respond);
}
