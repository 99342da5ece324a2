/** Which protocol versions of MCP are spoken: those of the library without the one that requires batches, which are not taken (X6). */
import {
  type InitializeRequest,
  InitializeRequestSchema,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';

/** The only version whose servers must take several messages in one POST. */
const WITH_BATCHES = '2025-03-26';

const SPOKEN: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version !== WITH_BATCHES);

/** Why the `MCP-Protocol-Version` of a request cannot be spoken; null when it can, or is absent. */
export function unsupportedVersion(version: string | string[] | undefined): string | null {
  if (version === undefined || (typeof version === 'string' && SPOKEN.includes(version))) return null;
  return `Unsupported protocol version: ${String(version).slice(0, 100)} (supported versions: ${SPOKEN.join(', ')})`;
}

/** A message as the library may negotiate it: an `initialize` that asks for the version with batches is offered the newest. */
export function withoutBatches(message: unknown): unknown {
  const read = InitializeRequestSchema.safeParse(message);
  if (!read.success || read.data.params.protocolVersion !== WITH_BATCHES) return message;
  const params: InitializeRequest['params'] = { ...read.data.params, protocolVersion: LATEST_PROTOCOL_VERSION };
  return { ...Object(message), params };
}
