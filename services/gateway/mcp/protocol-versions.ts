/**
 * The supported protocol versions of MCP: those of the library except the one that requires batches.
 * Checks the header of a request, and replaces that version in `initialize`.
 */
import {
  type InitializeRequest,
  InitializeRequestSchema,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';

/** The only version whose servers must accept several messages in one POST. */
const BATCHING_VERSION = '2025-03-26';

const SUPPORTED_VERSIONS: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS.filter(
  (version) => version !== BATCHING_VERSION,
);

/** Why the `MCP-Protocol-Version` of a request is not supported; null when it is, or is absent. */
export function findVersionProblem(version: string | string[] | undefined): string | null {
  if (version === undefined || (typeof version === 'string' && SUPPORTED_VERSIONS.includes(version)))
    return null;
  return `Unsupported protocol version: ${String(version).slice(0, 100)} (supported versions: ${SUPPORTED_VERSIONS.join(', ')})`;
}

/** The message for the library: an `initialize` with the batching version is offered the newest instead. */
export function replaceBatchingVersion(message: unknown): unknown {
  const read = InitializeRequestSchema.safeParse(message);
  if (!read.success || read.data.params.protocolVersion !== BATCHING_VERSION) return message;
  const params: InitializeRequest['params'] = {
    ...read.data.params,
    protocolVersion: LATEST_PROTOCOL_VERSION,
  };
  return { ...Object(message), params };
}
