/**
 * The representation of a result that a service sends to the gateway: its JSON, status and ETag, and the facts from
 * which its headers are made.
 */
import { type EndpointSpec, successStatuses } from '../../contracts/endpoint.ts';
import * as s from '../../contracts/schema.ts';
import { buildEtag, matchesEtag } from '../conditional-requests/etags.ts';
import { findShapeMismatches } from '../validation/shape-checks.ts';
import { createdLocation } from './created-location.ts';
import { linksToPages, PAGE_RELATIONS } from './page-links.ts';

const representationSchema = s.object({
  /** Null on writes, and on lists that only some may read. */
  etag: s.nullable(s.text),
  /** As the gateway sends it; null when it is not modified. */
  json: s.nullable(s.text),
  status: s.integer,
  /** The URL of what a write has created, below the base path. */
  location: s.optional(s.text),
  /** The other pages of a list: each is the same request with another value of one query parameter. */
  pages: s.optional(
    s.list(s.object({ relation: s.oneOf(...PAGE_RELATIONS), parameter: s.text, value: s.integer })),
  ),
  /** The result of an earlier request with the same `Idempotency-Key`. */
  replayed: s.optional(s.boolean),
});

export type Representation = s.Infer<typeof representationSchema>;

/** The call that a result is of. */
interface CompletedCall {
  params: Readonly<Record<string, unknown>>;
  /** From `revalidate`; null: it is built from the bytes. */
  etag: string | null;
  /** From `answerJson`; null: the result is serialised here. */
  json: string | null;
  ifNoneMatch: readonly string[];
  isDryRun: boolean;
  isReplayed: boolean;
}

export function toRepresentation(
  spec: EndpointSpec,
  result: unknown,
  { params, etag, json: written, ifNoneMatch, isDryRun, isReplayed }: CompletedCall,
): Representation {
  const json = written ?? JSON.stringify(result);
  const status = statusOf(spec, result);
  const location = status === 201 && !isDryRun ? createdLocation(spec, params, result) : null;
  const pages = linksToPages(spec, result);
  const more = {
    ...(location === null ? {} : { location }),
    ...(pages.length > 0 ? { pages } : {}),
    ...(isReplayed ? { replayed: true } : {}),
  };
  if (spec.etag === undefined) return { etag: null, json, status, ...more };
  const tag = etag ?? buildEtag(findVersionMember(spec, result), json);
  return { etag: tag, json: matchesEtag(tag, ifNoneMatch) ? null : json, status, ...more };
}

/** The status of a result, which may say itself whether something was created. */
function statusOf(spec: EndpointSpec, result: unknown): number {
  const [success = 200, otherwise = success] = successStatuses(spec);
  return spec.createdIf === undefined || Object(result)[spec.createdIf] === true ? success : otherwise;
}

/** The member of a result that is its version. */
function findVersionMember({ etag }: EndpointSpec, result: unknown): string | null {
  const value: unknown = etag === undefined || etag === 'bytes' ? null : Object(result)[etag];
  return typeof value === 'string' ? value : null;
}

const isRepresentation = (value: unknown): value is Representation =>
  findShapeMismatches(representationSchema, value).length === 0;

/** @throws Error for anything else, which is a defect of the service */
export function parseRepresentation(result: unknown): Representation {
  if (isRepresentation(result)) return result;
  throw new Error('the service did not return a representation');
}
