/** A reporter of node:test that sends one message for each finished test to our own runner. */

import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** What became of one test (or of a suite that failed or was skipped by itself). */
export interface Outcome {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it was skipped, or how it failed. */
  readonly reason: string;
}

export default async function* outcomes(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = [];
  for await (const event of source) {
    if (event.type === 'test:start') {
      path.length = event.data.nesting;
      path.push(event.data.name);
    }
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const outcome = outcomeOf(event, path);
    if (outcome !== null) process.send?.(outcome);
  }
  yield '';
}

function outcomeOf(event: Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>, path: readonly string[]): Outcome | null {
  const { name: ownName, nesting, skip, todo, details } = event.data;
  const name = [...path.slice(0, nesting), ownName].join(' › ');
  const isSuite = details.type === 'suite';
  if (skip !== undefined && skip !== false) return { name, outcome: 'skipped', reason: reasonOf(skip, 'skipped') };
  if (todo !== undefined && todo !== false) return isSuite ? null : { name, outcome: 'skipped', reason: reasonOf(todo, 'to do') };
  if (event.type === 'test:pass') return isSuite ? null : { name, outcome: 'passed', reason: '' };
  const { error } = event.data.details;
  const { failureType, cause } = error as { failureType?: string; cause?: unknown };
  // The failure below it has been told already.
  if (failureType === 'subtestsFailed') return null;
  return { name, outcome: 'failed', reason: inspect(cause ?? error, { depth: 6 }) };
}

function reasonOf(given: string | true, fallback: string): string {
  return given === true || given === '' ? fallback : given;
}
