/**
 * Checks of responses for suites: paths of errors, equality of two reads, and the problems of many requests
 * in one list (`collectProblems`).
 */
import { isDeepStrictEqual } from 'node:util';
import type { PublishedEndpoint } from '../../shared/contracts/published-endpoints.ts';
import type { JsonObject } from '../../shared/rest-client/json.ts';

/** The paths of the errors of a refusal, as `errors[].path`. */
export function memberPaths(body: JsonObject): string[] {
  const { errors } = body;
  if (!Array.isArray(errors)) return [];
  return errors.map((error) =>
    typeof error === 'object' && error !== null && 'path' in error ? String(error.path) : '',
  );
}

/**
 * Whether two responses to a read are equal apart from the request id; a volatile one must have equal members.
 */
export function isSameResponse({ spec }: PublishedEndpoint, one: JsonObject, other: JsonObject): boolean {
  if (spec.volatile) return isDeepStrictEqual(Object.keys(one), Object.keys(other));
  return isDeepStrictEqual({ ...one, requestId: '' }, { ...other, requestId: '' });
}

/**
 * Runs many cases, eight at a time, and collects their problems: one list says more than the first failure.
 */
export async function collectProblems<T>(
  cases: readonly T[],
  judge: (one: T) => Promise<string | null>,
): Promise<string[]> {
  const wrong: string[] = [];
  const waiting = [...cases];
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const complaint = await judge(one);
      if (complaint !== null) wrong.push(complaint);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return wrong;
}
