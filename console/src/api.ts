/** The client of the service whose page this is. The session is in its cookies. */
import { SpecificationClient } from '../../shared/rest-client/specification-client.ts';
import { basePath } from './location.ts';

export const api = new SpecificationClient(basePath);
