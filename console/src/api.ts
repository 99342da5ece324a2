/** The client of the service whose page this is. The session is in its cookies. */
import { buildRequest } from '../../shared/rest-client/endpoint-requests.ts';
import type { EndpointParams, RestEndpointId } from '../../shared/rest-client/endpoint-types.ts';
import { toApiError } from '../../shared/rest-client/response-body.ts';
import { SpecificationClient } from '../../shared/rest-client/specification-client.ts';
import { basePath } from './location.ts';

class ConsoleClient extends SpecificationClient {
  /**
   * The bytes of an answer as they came, for a file: what is signed is not written anew.
   * @throws what `call` throws
   */
  async readWhole<K extends RestEndpointId>(
    id: K,
    params: EndpointParams<K>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const { method, path, body } = buildRequest(id, params);
    const response = await this.exchange(method, path, body);
    if (response.status >= 400) throw toApiError(response, `${method} ${path}`);
    return new Uint8Array(response.bytes);
  }
}

export const api = new ConsoleClient(basePath);
