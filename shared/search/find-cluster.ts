/** The cluster with the rows of a search, where the configuration of the node names one. */
import type { Node } from '../kernel/node/node.ts';
import type { ClusterSettings } from './cluster-settings.ts';

/** @param subject what is searched, such as standards */
export const findCluster = ({ config }: Node, subject: string): ClusterSettings | null =>
  config.searchNodes.length === 0
    ? null
    : { nodes: config.searchNodes, owner: `${config.databasePrefix} ${subject}` };
