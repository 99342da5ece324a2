/**
 * Puts the search index of standards on a node together: its source in the database, its holds, its requests to
 * rebuild. `service.ts` starts it.
 */
import type { Connection } from 'mongoose';
import type { Node } from '../../../shared/kernel/node/node.ts';
import { findModelFolder } from '../../../shared/search/find-model-folder.ts';
import type { FeedDeps } from './index-feed.ts';
import { IndexSource } from './index-source.ts';
import { RebuildRequests } from './rebuild-requests.ts';
import { StandardIndex } from './search-index.ts';

interface Deps extends Pick<FeedDeps, 'revisions' | 'contents' | 'findHeldClauses'> {
  node: Node;
  connection: Connection;
}

/** The index; it is built when the service starts. */
export function openSearchIndex({ node, connection, ...deps }: Deps): StandardIndex {
  return new StandardIndex({
    ...deps,
    now: () => node.now(),
    standards: new IndexSource(connection),
    rebuilds: new RebuildRequests(connection),
    nodeName: node.broker.nodeID,
    modelFolder: findModelFolder(node),
    startsWithIndex: node.config.natsUrl !== null,
    log: node.log,
  });
}
