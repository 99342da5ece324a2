/** Where the word vectors of search are: files that are fetched once, and never while the service runs. */
import { fileURLToPath } from 'node:url';
import type { Config } from '../../../shared/kernel/node/config.ts';

/** The folder into which they are fetched; its name says which they are. */
export const FETCHED_MODEL_FOLDER = fileURLToPath(
  new URL('../../../node_modules/.cache/word-vectors/wordllama-0.4.0.post1/', import.meta.url),
);

/** The folder from which a node reads them. */
export const modelFolderOf = ({ searchModel }: Pick<Config, 'searchModel'>): string =>
  searchModel ?? FETCHED_MODEL_FOLDER;
