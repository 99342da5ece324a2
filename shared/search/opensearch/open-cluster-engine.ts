/** Opens the search engine whose rows are in OpenSearch. */

import type { ClusterSettings } from '../cluster-settings.ts';
import type { RowReader } from '../engine/search-engine.ts';
import type { WordVectors } from '../engine/word-vectors.ts';
import { ClusterEngine } from './cluster-engine.ts';
import { indexName } from './index-form.ts';
import { SearchCluster } from './search-cluster.ts';

/** The word vectors with the digest of their file: with others the index is another one. */
export interface Model {
  vectors: WordVectors | null;
  digest: string;
}

interface IndexToOpen extends ClusterSettings {
  /** The number of one to be built; default: the one in use. */
  generation?: number | undefined;
}

/**
 * @param onLoss called when the index is gone or lacks rows: it is to be filled again
 * @throws SearchUnavailable
 */
export async function openClusterEngine(
  readRows: RowReader,
  { nodes, owner, generation }: IndexToOpen,
  { vectors, digest }: Model,
  onLoss: (reason: Error) => void,
): Promise<ClusterEngine> {
  const cluster = new SearchCluster(nodes, indexName(owner, digest), onLoss);
  await cluster.open(generation);
  return new ClusterEngine({ readRows, vectors, cluster, onLoss });
}
