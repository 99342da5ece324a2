/**
 * Examples of requests and responses in the OpenAPI document. They are recorded from a running service
 * (`npm run dev -- record-examples`), one file for each group of endpoints.
 */
import { readFileSync } from 'node:fs';
import { ENDPOINT_GROUPS, type EndpointGroup } from './endpoint.ts';

/** A request and its response as JSON; both are absent where they are no JSON. */
export interface RecordedExample {
  /** The body of the request; of a form, its fields with the names of the files. */
  request?: unknown;
  status: number;
  response?: unknown;
}

/** The file with the examples of a group. */
export const exampleFile = (group: EndpointGroup): URL =>
  new URL(`examples/${group}.json`, new URL('.', import.meta.url));

/** The recorded examples of a group by endpoint; read from their file at each call. */
export function readExamples(group: EndpointGroup): Readonly<Record<string, RecordedExample>> {
  const examples: Record<string, RecordedExample> = JSON.parse(readFileSync(exampleFile(group), 'utf8'));
  return examples;
}

/** The recorded examples of all endpoints. */
export const allExamples = (): Readonly<Record<string, RecordedExample>> =>
  Object.assign({}, ...ENDPOINT_GROUPS.map(readExamples));
