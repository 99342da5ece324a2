/**
 * The members by which an endpoint declares its MCP tool: the toolsets in addition to its group, and the hints about
 * a call.
 */

/**
 * `default` is offered to clients that choose no toolset: few enough for any model, and all that the main job
 * takes. `search` finds things by words.
 */
export const EXTRA_TOOLSETS = ['default', 'search'] as const;
export type ExtraToolset = (typeof EXTRA_TOOLSETS)[number];

export interface ToolOptions {
  /** In addition to the toolset of the endpoint's group. */
  readonly toolsets?: readonly ExtraToolset[];
  /**
   * Whether a call deletes, revokes, withholds, archives or overwrites something. By default PUT, PATCH and DELETE
   * do, POST does not.
   */
  readonly destructive?: boolean;
  /**
   * Whether a second call with the same arguments has no further effect. By default that of PUT, PATCH and DELETE
   * has none.
   */
  readonly idempotent?: boolean;
  /**
   * Set for a write that only adds to a log, such as an export: a client may repeat it for the rest of an answer that was
   * cut.
   */
  readonly continues?: true;
}
