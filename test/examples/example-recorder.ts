/**
 * Records one request to each endpoint and its response as examples of the OpenAPI document, writes their files, and
 * compares them with those that are committed.
 */
import { existsSync, writeFileSync } from 'node:fs';
import type { EndpointGroup } from '../../shared/contracts/endpoint.ts';
import type { EndpointId } from '../../shared/contracts/index.ts';
import { exampleFile, type RecordedExample, readExamples } from '../../shared/contracts/openapi-examples.ts';
import { publishedEndpoints } from '../../shared/contracts/published-endpoints.ts';
import type { JsonValue } from '../../shared/rest-client/json.ts';
import { StableValues } from './stable-values.ts';

interface Exchange {
  request?: object | undefined;
  status: number;
  response: object;
  /** The number with which the names of the request end. */
  number?: number | undefined;
}

/** Whether the examples are written before they are compared (`npm run dev -- record-examples`). */
const isRecording = process.env.RECORD_EXAMPLES !== undefined;

export class ExampleRecorder {
  readonly #recorded = new Map<EndpointId, RecordedExample>();

  /** Takes a request and its response; the first success of each endpoint counts. */
  add(id: EndpointId, { request, status, response, number }: Exchange): void {
    if (this.#recorded.has(id) || status >= 400) return;
    const stable = new StableValues(number);
    this.#recorded.set(id, {
      ...(request === undefined ? {} : { request: stable.ofRequest(asJson(request)) }),
      status,
      response: stable.ofResponse(asJson(response)),
    });
  }

  /** How the recorded examples differ in their members and types from the committed ones. */
  differences(): string[] {
    if (isRecording) this.#write();
    return this.#byGroup().flatMap(([group, ids]) => {
      const committed = readExamples(group);
      return ids.flatMap((id) => shapeDifferences(this.#recorded.get(id), committed[id], id));
    });
  }

  /** Writes the files of their groups, in the order of the contract. */
  #write(): void {
    for (const [group] of this.#byGroup()) {
      const file = exampleFile(group);
      const known = existsSync(file) ? readExamples(group) : {};
      const examples = publishedEndpoints().flatMap(({ id, spec }) => {
        const example = this.#recorded.get(id) ?? known[id];
        return spec.group === group && example ? [[id, example]] : [];
      });
      writeFileSync(file, `${JSON.stringify(Object.fromEntries(examples), null, 2)}\n`);
    }
  }

  #byGroup(): [EndpointGroup, EndpointId[]][] {
    const recorded = publishedEndpoints().filter(({ id }) => this.#recorded.has(id));
    return [...Map.groupBy(recorded, ({ spec }) => spec.group)].map(([group, all]) => [
      group,
      all.map(({ id }) => id),
    ]);
  }
}

const asJson = (value: object): JsonValue => JSON.parse(JSON.stringify(value));

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;

/** Where two values have other members, other types or another number of items. */
function shapeDifferences(found: unknown, committed: unknown, path: string): string[] {
  if (typeOf(found) !== typeOf(committed))
    return [`${path} is ${typeOf(found)}, and ${typeOf(committed)} in the example`];
  if (Array.isArray(found) && Array.isArray(committed) && found.length !== committed.length)
    return [`${path} has ${found.length} items, and ${committed.length} in the example`];
  if (typeof found !== 'object' || found === null) return [];
  const [here, there] = [Object(found), Object(committed)];
  return [...new Set([...Object.keys(here), ...Object.keys(there)])].flatMap((name) =>
    shapeDifferences(here[name], there[name], `${path}.${name}`),
  );
}
