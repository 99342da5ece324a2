/** The second half of an upload: calls the service that records the received bytes, and sends its response. */
import { parseRepresentation } from '../../../shared/kernel/representations/representation.ts';
import type { GatewayService } from '../open-gateway.ts';
import { readIfMatch } from '../requests/entity-tags.ts';
import { parseIdempotencyHeader } from '../requests/idempotency-key.ts';
import { flattenRequest } from '../requests/request-params.ts';
import { representationHeaders } from '../responses/representation-headers.ts';
import { sendJsonBytes } from '../responses/send-response.ts';
import { callWithRawParams } from '../service-calls.ts';
import { type FormContent, readFormBody } from '../uploads/form-body.ts';
import type { AuthorizedRequest } from './local-endpoint.ts';

/**
 * Calls the action with the form as its body, and sends its result.
 * @param sameFiles the files as a repeated request has them, for its `Idempotency-Key`
 */
export async function recordUpload(
  { node, gatekeeper }: Pick<GatewayService, 'node' | 'gatekeeper'>,
  { context, match, search }: AuthorizedRequest,
  form: FormContent,
  sameFiles = form.files,
): Promise<void> {
  const { id, spec, pathParams } = match;
  const { request, requestId, trace } = context;
  const params = flattenRequest(spec, pathParams, search, readFormBody(spec, form));
  const condition = readIfMatch(spec, request);
  const content = { ...params, ...condition, files: sameFiles };
  const idempotency = parseIdempotencyHeader(spec, request, `${request.method} ${context.path}`, content);
  // Receiving may take longer than a principal lives, and a key may have been revoked since.
  const caller = await gatekeeper.authenticate(context, spec, search);
  const options = { caller, requestId, trace, ifNoneMatch: [], ...idempotency, ...condition };
  const representation = parseRepresentation(await callWithRawParams(node, id, params, options));
  const headers = representationHeaders(context, spec, representation);
  await sendJsonBytes(context, representation.status, Buffer.from(representation.json ?? ''), headers);
}
