/** Worker thread of `search-thread.ts`: the search index, off the event loop of the service. */
import { parentPort, workerData } from 'node:worker_threads';
import { SearchEngine } from './engine/search-engine.ts';
import { WordVectors } from './engine/word-vectors.ts';
import type { QuestionMessage, WorkerSettings } from './worker-messages.ts';

const { modelFolder }: WorkerSettings = workerData;
const engine = new SearchEngine(() => WordVectors.load(modelFolder));

parentPort?.on('message', async (message: QuestionMessage) => {
  const { id, name } = message;
  const outcome = await answer(message).then(
    (result) => ({ answer: result }),
    (error: unknown) => ({ error: String(error) }),
  );
  parentPort?.postMessage({ id, name, ...outcome });
});

async function answer(message: QuestionMessage) {
  switch (message.name) {
    case 'index':
      return engine.index(message.ask.key, message.ask.packed, message.ask.heldElementIds);
    case 'shelve':
      return engine.shelve(message.ask.shelf, message.ask.document);
    case 'unshelve':
      return engine.unshelve(message.ask.shelf, message.ask.standardId);
    case 'search':
      return engine.search(message.ask);
  }
}
