/** Finds the folder of the word vectors; where they are missing, the log and the health of the node say so. */
import type { Node } from '../kernel/node/node.ts';
import { hasWordVectors, modelFolderOf } from './engine/word-vector-files.ts';

/** Health is public and names no folder. */
const LIMITATION = 'Search works by keywords alone: the word vectors are missing.';

/** The folder, whether or not the vectors are in it. */
export function findModelFolder(node: Node): string {
  const folder = modelFolderOf(node.config);
  if (!hasWordVectors(folder) && !node.limitations.has(LIMITATION)) {
    node.log.warn(`Search works by keywords alone: there are no word vectors in ${folder}.`);
    node.limitations.add(LIMITATION);
  }
  return folder;
}
