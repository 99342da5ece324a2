/** `files.upload` over HTTP: admitted first, then received, then recorded; what is refused leaves no bytes (architecture §6; F1, F5). */

import { fileUploadEndpoints } from '../../../shared/contracts/files/upload.ts';
import type { Node } from '../../../shared/kernel/node/node.ts';
import { parseParams } from '../../../shared/kernel/validation/params.ts';
import type { ObjectStore } from '../../../shared/storage/object-store.ts';
import { readIfMatch } from '../requests/entity-tags.ts';
import { parseIdempotencyHeader } from '../requests/idempotency-key.ts';
import { flattenRequest } from '../requests/request-params.ts';
import { sendJson } from '../responses/send-response.ts';
import { callAction, callWithRawParams } from '../service-calls.ts';
import { readFormBody } from '../uploads/form-body.ts';
import { discardUpload, receiveUpload } from '../uploads/receive-upload.ts';
import type { LocalHandler } from './local-handler.ts';

/** What stands in the address is judged before the first byte is taken. */
const PATH_PARAMS_SPEC = { ...fileUploadEndpoints['files.upload'], body: {} } as const;

/** The endpoint's answer, for the exchange. */
export function createUploadHandler(node: Node, store: ObjectStore): LocalHandler {
  return async ({ context, match, search, caller, reauthenticate }) => {
    const { id, spec, pathParams } = match;
    const { projectId } = parseParams(PATH_PARAMS_SPEC, flattenRequest(spec, pathParams, search, undefined), 'http');
    const { requestId, request } = context;
    // Whether this caller may upload here is known before the first byte is taken.
    await callAction(node, 'files.admitUpload', { project_id: projectId }, { caller, requestId });
    const upload = await receiveUpload(request, store, node.config.uploads);
    let body: unknown;
    try {
      const params = flattenRequest(spec, pathParams, search, readFormBody(spec, upload));
      // The same upload again has other storage keys; the bytes of a repetition go as orphans.
      const files = upload.files.map(({ key: _, ...file }) => file);
      const condition = readIfMatch(spec, request);
      const idempotency = parseIdempotencyHeader(spec, request, `${request.method} ${context.path}`, {
        ...params,
        ...condition,
        files,
      });
      // Bytes may take longer than a principal lives, and a key may be revoked meanwhile.
      body = await callWithRawParams(node, id, params, {
        caller: await reauthenticate(),
        requestId,
        ...idempotency,
        ...condition,
      });
    } catch (error) {
      await discardUpload(store, upload, error);
      throw error;
    }
    await sendJson(context, spec.success ?? 200, body);
  };
}
