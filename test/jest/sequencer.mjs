/**
 * Order of the test files: the longest first, so that no worker ends alone. Where no earlier run has left its times,
 * the suites of the whole service in `test/` come first.
 */
import { createRequire } from 'node:module';

const { default: TestSequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

export default class Sequencer extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    const isOfWholeService = ({ path, context }) => path.startsWith(`${context.config.rootDir}/test/`);
    return sorted.toSorted((one, other) => Number(isOfWholeService(other)) - Number(isOfWholeService(one)));
  }
}
