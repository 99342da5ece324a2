/**
 * Order of the test files: the longest first, so that no worker ends alone. Of files whose times no earlier run has left,
 * the suites of the whole service in `test/` come before all others.
 */
import { createRequire } from 'node:module';

const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

export default class Sequencer extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isUnknownSuite = ({ path, duration, context }) =>
      duration === undefined && path.startsWith(`${context.config.rootDir}/test/`);
    return sorted.toSorted((one, other) => Number(isUnknownSuite(other)) - Number(isUnknownSuite(one)));
  }
}
