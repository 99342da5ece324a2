/**
 * Types of the endpoints over HTTP, inferred from the contract. The package has the same names in a generated
 * file, where every shape is written out (`scripts/deploy/rest-client-package/declare-endpoints.ts`).
 */
import type { InputOf, ResultOf } from '../contracts/endpoint.ts';
import type { ErrorCode } from '../contracts/error-codes.ts';
import type { errorDetail } from '../contracts/error-detail.ts';
import type { EndpointId, EndpointMap } from '../contracts/index.ts';
import type { PROBLEM_METADATA } from '../contracts/problem-metadata.ts';
import type { Infer } from '../contracts/schema.ts';
import type { UploadFile } from './form-data.ts';

export type { ErrorCode };

/** Endpoints with a route and a JSON response. */
export type RestEndpointId = {
  [K in EndpointId]: EndpointMap[K] extends { responseType: 'file' }
    ? never
    : EndpointMap[K] extends { http: string }
      ? K
      : never;
}[EndpointId];

/** Endpoints that answer with the bytes of a file. */
export type FileEndpointId = {
  [K in EndpointId]: EndpointMap[K] extends { responseType: 'file' } ? K : never;
}[EndpointId];

/** The parameters of an endpoint as one flat object; for a form with its files. */
export type EndpointParams<K extends RestEndpointId | FileEndpointId> = EndpointMap[K] extends {
  bodyEncoding: 'multipart';
}
  ? Omit<InputOf<EndpointMap[K]>, 'files'> & { files: readonly UploadFile[] }
  : InputOf<EndpointMap[K]>;

/** The response body of an endpoint. */
export type EndpointResult<K extends RestEndpointId> = ResultOf<EndpointMap[K]>;

/** One finding about a request. */
export type ErrorDetail = Infer<typeof errorDetail>;

/** `metadata` of problem documents, by the codes that have members of their own there. */
export type ProblemMetadata = {
  [C in keyof typeof PROBLEM_METADATA]: Infer<(typeof PROBLEM_METADATA)[C]>;
};
