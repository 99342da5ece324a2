/** Events on the bus: hints only, never the only copy of anything (architecture §5). What each carries. */
export interface EventMap {
  /** What an account may do has changed; a node that misses it asks again within a second (A2, R-150). */
  'identity.principalChanged': { user_id: number };
}
