/**
 * `files.upload` over HTTP: the files service admits the caller, the form is received into the store, the
 * files service records it. The bytes of a rejected upload are removed; after an
 * unknown outcome the files service removes them if no record refers to them.
 */
import { join } from 'node:path';
import { fileUploadEndpoints } from '../../../shared/contracts/files/upload.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { parseRepresentation } from '../../../shared/kernel/representations/representation.ts';
import { parseParams } from '../../../shared/kernel/validation/params.ts';
import { isStorageUnavailable } from '../../../shared/storage/storage-unavailable.ts';
import type { GatewayService } from '../open-gateway.ts';
import { readIfMatch } from '../requests/entity-tags.ts';
import { parseIdempotencyHeader } from '../requests/idempotency-key.ts';
import { flattenRequest } from '../requests/request-params.ts';
import { representationHeaders } from '../responses/representation-headers.ts';
import { sendJsonBytes } from '../responses/send-response.ts';
import { callAction, callWithRawParams } from '../service-calls.ts';
import { readFormBody } from '../uploads/form-body.ts';
import { discardUpload, receiveUpload } from '../uploads/receive-upload.ts';
import type { LocalEndpoint } from './local-endpoint.ts';

/** The parameters known before the form is received. */
const PATH_PARAMS_SPEC = { ...fileUploadEndpoints['files.upload'], body: {} } as const;

function describeFailure({ s3, dataDir }: Config, error: unknown): string {
  const place = s3 === null ? join(dataDir, 'files') : s3.endpoint;
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return `An upload was not stored at ${place}: ${reason instanceof Error ? reason.message : String(reason)}`;
}

export function createUploadEndpoint({ node, gatekeeper, store }: GatewayService): LocalEndpoint {
  return {
    async respond({ context, match, search, caller }, sent) {
      const { id, spec, pathParams } = match;
      const { projectId } = parseParams(PATH_PARAMS_SPEC, sent, 'http');
      const { requestId, trace, request } = context;
      // A caller who may not upload here is refused before the first byte is received.
      await callAction(node, 'files.admitUpload', { project_id: projectId }, { caller, requestId, trace });
      const upload = await receiveUpload(request, store, node.config.uploads).catch((error: unknown) => {
        // The operator has to make room on a full disk.
        if (isStorageUnavailable(error)) node.log.error(describeFailure(node.config, error));
        throw error;
      });
      let result: unknown;
      try {
        const params = flattenRequest(spec, pathParams, search, readFormBody(spec, upload));
        // A repeated upload has other storage keys; its bytes are swept as orphans.
        const files = upload.files.map(({ key: _, ...file }) => file);
        const condition = readIfMatch(spec, request);
        const content = { ...params, ...condition, files };
        const idempotency = parseIdempotencyHeader(
          spec,
          request,
          `${request.method} ${context.path}`,
          content,
        );
        // Receiving may take longer than a principal lives, and a key may have been revoked since.
        const current = await gatekeeper.authenticate(context, spec, search);
        const options = { caller: current, requestId, trace, ifNoneMatch: [], ...idempotency, ...condition };
        result = await callWithRawParams(node, id, params, options);
      } catch (error) {
        await discardUpload(store, upload, error);
        throw error;
      }
      const representation = parseRepresentation(result);
      const headers = representationHeaders(context, spec, representation);
      await sendJsonBytes(context, representation.status, Buffer.from(representation.json ?? ''), headers);
      return true;
    },
  };
}
