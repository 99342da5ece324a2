/** The messages between the service and the thread of its search index. */
import type { IndexedDocument, SearchOutcome, SearchRequest } from './engine/search-engine.ts';

/** What the thread can be asked, by name: the question and its answer. */
export interface Questions {
  index: { ask: { key: string; packed: Uint8Array; heldElementIds: readonly number[] }; answer: undefined };
  shelve: { ask: { shelf: string; document: IndexedDocument }; answer: boolean };
  unshelve: { ask: { shelf: string; standardId: number }; answer: undefined };
  search: { ask: SearchRequest; answer: SearchOutcome };
}

export type QuestionName = keyof Questions;

/** A question with a number, which its answer repeats. */
export type QuestionMessage = {
  [K in QuestionName]: { id: number; name: K; ask: Questions[K]['ask'] };
}[QuestionName];

/** An answer, or why there is none. */
export type AnswerMessage<K extends QuestionName> = { id: number; name: K } & (
  | { answer: Questions[K]['answer'] }
  | { error: string }
);

/** Data of the thread when it starts. */
export interface WorkerSettings {
  /** Folder of the word vectors. */
  modelFolder: string;
}
