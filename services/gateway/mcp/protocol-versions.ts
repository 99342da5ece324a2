/** Which protocol versions of MCP are spoken: those of the library without the one that requires batches, which are not taken (X6). */
import {
  type InitializeRequest,
  InitializeRequestSchema,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';

/** The only version whose servers must take several messages in one POST. */
const BATCHING_VERSION = '2025-03-26';

const SUPPORTED_VERSIONS: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version !== BATCHING_VERSION);

/** Why the `MCP-Protocol-Version` of a request cannot be spoken; null when it can, or is absent. */
export function findVersionProblem(version: string | string[] | undefined): string | null {
  if (version === undefined || (typeof version === 'string' && SUPPORTED_VERSIONS.includes(version))) return null;
  return `Unsupported protocol version: ${String(version).slice(0, 100)} (supported versions: ${SUPPORTED_VERSIONS.join(', ')})`;
}

/** A message as the library may negotiate it: an `initialize` that asks for the version with batches is offered the newest. */
export function replaceBatchingVersion(message: unknown): unknown {
  const read = InitializeRequestSchema.safeParse(message);
  if (!read.success || read.data.params.protocolVersion !== BATCHING_VERSION) return message;
  const params: InitializeRequest['params'] = { ...read.data.params, protocolVersion: LATEST_PROTOCOL_VERSION };
  return { ...Object(message), params };
}
