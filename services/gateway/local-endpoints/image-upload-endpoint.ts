/**
 * `standards.images.upload` over HTTP: the standards service admits the caller, the image is received into memory, the
 * standards service checks and stores it.
 */
import { MAX_BYTES_PER_IMAGE, standardImageEndpoints } from '../../../shared/contracts/standards/images.ts';
import { parseParams } from '../../../shared/kernel/validation/params.ts';
import type { GatewayService } from '../open-gateway.ts';
import { callAction } from '../service-calls.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';
import { UploadMemory } from '../uploads/upload-memory.ts';
import type { LocalEndpoint } from './local-endpoint.ts';
import { recordUpload } from './record-upload.ts';

/** The parameters known before the form is received. */
const PATH_PARAMS_SPEC = { ...standardImageEndpoints['standards.images.upload'], body: {} } as const;
const LIMITS = { files: 1, bytes: MAX_BYTES_PER_IMAGE };

export function createImageUploadEndpoint(gateway: GatewayService): LocalEndpoint {
  return {
    async respond(request, sent) {
      const { context, caller } = request;
      const { id } = parseParams(PATH_PARAMS_SPEC, sent, 'http');
      const { requestId, trace } = context;
      await callAction(
        gateway.node,
        'standards.images.admit',
        { standard_id: id },
        { caller, requestId, trace },
      );
      const memory = new UploadMemory();
      const { fields, files } = await receiveUpload(context.request, memory, LIMITS);
      const images = files.map(({ key, name, mime_type }) => ({
        name,
        mime_type,
        content: memory.bytesOf(key).toString('base64'),
      }));
      await recordUpload(gateway, request, { fields, files: images });
      return true;
    },
  };
}
