/** Creates the search index of a node; reports missing word vectors in the log and the node's health. */
import type { Connection } from 'mongoose';
import type { Node } from '../../../shared/kernel/node/node.ts';
import { hasWordVectors, modelFolderOf } from './engine/word-vector-files.ts';
import type { FeedDeps } from './index-feed.ts';
import { IndexSource } from './index-source.ts';
import { RebuildRequests } from './rebuild-requests.ts';
import { SearchIndex } from './search-index.ts';

interface Deps extends Pick<FeedDeps, 'revisions' | 'contents' | 'findHeldClauses'> {
  node: Node;
  connection: Connection;
}

/** The index; it is built when the service starts. */
export function openSearchIndex({ node, connection, ...deps }: Deps): SearchIndex {
  const modelFolder = modelFolderOf(node.config);
  if (!hasWordVectors(modelFolder)) {
    node.log.warn(`Search works by keywords alone: there are no word vectors in ${modelFolder}.`);
    // Health is public and names no folder.
    node.limitations.add('Search works by keywords alone: the word vectors are missing.');
  }
  return new SearchIndex({
    ...deps,
    standards: new IndexSource(connection),
    rebuilds: new RebuildRequests(connection),
    nodeName: node.broker.nodeID,
    modelFolder,
    log: node.log,
  });
}
