/** Entry of the npm package: a client of the service over HTTP, for browsers and Node. */
export type { ApiCaller, CallArgs } from './api-caller.ts';
export { ApiError, type MetadataOf, NotSignedInError } from './api-error.ts';
export type * from './endpoint-types.ts';
export type { UploadFile } from './form-data.ts';
export type { JsonObject, JsonValue } from './json.ts';
export type { ListEndpointId, ListItem } from './paging.ts';
export { ResponseTimeoutError, UnusableResponseError } from './response-errors.ts';
export {
  type CallOptions,
  type ClientOptions,
  type Credential,
  SpecificationClient,
} from './specification-client.ts';
export type { UploadProgress } from './upload-progress.ts';
