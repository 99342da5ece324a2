/**
 * The files of the word vectors: their names, the folders into which they are fetched and from which a node
 * reads them, and whether they are there. The service never fetches them while it runs.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A vector for each token: a table of half-precision numbers in the safetensors format. */
export const WEIGHTS_FILE = 'l2_supercat_256.safetensors';
/** How text is split into tokens. */
export const TOKENIZER_FILE = 'l2_supercat_tokenizer_config.json';

/** The folder into which they are fetched; its name has their version. */
export const FETCHED_MODEL_FOLDER = fileURLToPath(
  new URL('../../../node_modules/.cache/word-vectors/wordllama-0.4.0.post1/', import.meta.url),
);

/** The folder from which a node reads them. */
export const modelFolderOf = ({ searchModel }: { searchModel: string | null }): string =>
  searchModel ?? FETCHED_MODEL_FOLDER;

/** Whether a folder has both files. */
export const hasWordVectors = (folder: string): boolean =>
  [WEIGHTS_FILE, TOKENIZER_FILE].every((file) => existsSync(join(folder, file)));
