/**
 * The search index of wiki pages on a node: its worker thread, its feed and the changes it follows. It is started as
 * background work of the service.
 */
import type { Connection } from 'mongoose';
import type { Node } from '../../../shared/kernel/node/node.ts';
import { findCluster } from '../../../shared/search/find-cluster.ts';
import { findModelFolder } from '../../../shared/search/find-model-folder.ts';
import { SearchIndex } from '../../../shared/search/search-index.ts';
import type { Pages } from '../pages/repository.ts';
import { PageSource } from './index-source.ts';
import { PageFeed } from './page-feed.ts';

/** The index of the pages. */
export function openPageIndex(
  node: Node,
  connection: Connection,
  pages: Pages,
): SearchIndex<string, PageFeed> {
  const source = new PageSource(connection);
  return new SearchIndex({
    worker: new URL('./search-worker.ts', import.meta.url),
    modelFolder: findModelFolder(node),
    cluster: findCluster(node, 'pages'),
    subject: 'pages',
    watch: () => source.watch(),
    createFeed: (thread) => new PageFeed(thread, { source, pages, log: node.log }),
    apply: (feed, ids) => feed.refresh(new Set(ids)),
    startsWithIndex: node.config.natsUrl !== null,
    log: node.log,
  });
}
