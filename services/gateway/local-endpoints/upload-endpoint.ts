/**
 * `files.upload` over HTTP: the files service admits the caller, the form is received into the store, the
 * files service records it. The bytes of a rejected upload are removed; after an
 * unknown outcome the files service removes them if no record refers to them.
 */
import { join } from 'node:path';
import { fileUploadEndpoints } from '../../../shared/contracts/files/upload.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { parseParams } from '../../../shared/kernel/validation/params.ts';
import { isStorageUnavailable } from '../../../shared/storage/storage-unavailable.ts';
import type { GatewayService } from '../open-gateway.ts';
import { callAction } from '../service-calls.ts';
import { discardUpload, receiveUpload } from '../uploads/receive-upload.ts';
import type { LocalEndpoint } from './local-endpoint.ts';
import { recordUpload } from './record-upload.ts';

/** The parameters known before the form is received. */
const PATH_PARAMS_SPEC = { ...fileUploadEndpoints['files.upload'], body: {} } as const;

function describeFailure({ s3, dataDir }: Config, error: unknown): string {
  const place = s3 === null ? join(dataDir, 'files') : s3.endpoint;
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return `An upload was not stored at ${place}: ${reason instanceof Error ? reason.message : String(reason)}`;
}

export function createUploadEndpoint({ node, gatekeeper, store }: GatewayService): LocalEndpoint {
  return {
    async respond(request, sent) {
      const { context, caller } = request;
      const { projectId } = parseParams(PATH_PARAMS_SPEC, sent, 'http');
      const { requestId, trace } = context;
      // A caller who may not upload here is refused before the first byte is received.
      await callAction(node, 'files.admitUpload', { project_id: projectId }, { caller, requestId, trace });
      const upload = await receiveUpload(context.request, store, node.config.uploads).catch(
        (error: unknown) => {
          // The operator has to make room on a full disk.
          if (isStorageUnavailable(error)) node.log.error(describeFailure(node.config, error));
          throw error;
        },
      );
      try {
        // A repeated upload has other storage keys; its bytes are swept as orphans.
        const sameFiles = upload.files.map(({ key: _, ...file }) => file);
        await recordUpload({ node, gatekeeper }, request, upload, sameFiles);
      } catch (error) {
        await discardUpload(store, upload, error);
        throw error;
      }
      return true;
    },
  };
}
