/** The leak test (`leak-suite.ts`) on the service in one process. */
import { startTestNode, TEST_ADMINISTRATOR } from '../service-node.ts';
import { describeLeaks } from './leak-suite.ts';

describeLeaks(
  'one process',
  async () => {
    const node = await startTestNode();
    return { base: node.url, administrator: TEST_ADMINISTRATOR, stop: () => node.stop() };
  },
  // `npm run dev -- test:long` tries the sessions too, whose roles are those of the keys, and more callers of tools.
  {
    callers: process.env.LAW_RUNS === undefined ? 'one key of each role' : 'every caller',
    variants: true,
  },
);
