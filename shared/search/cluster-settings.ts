/** A cluster of OpenSearch, and whose rows its index has. */
export interface ClusterSettings {
  /** URLs of its nodes, with user and password where the cluster has them. */
  nodes: readonly string[];
  /** Such as a service with the prefix of its databases. */
  owner: string;
}
