/** Cleanup steps of a single test, run in reverse order after it, whether it passed or not. */

import { afterEach } from '@jest/globals';

const steps: Array<() => unknown> = [];

/** Set-up of a test file (`jest.config.mjs`). */
export default function registerCleanup(): void {
  afterEach(async () => {
    for (const step of steps.splice(0).reverse()) await step();
  });
}

/** Runs a step when the running test is over, whether it passed or not. */
export function afterTest(step: () => unknown): void {
  steps.push(step);
}
