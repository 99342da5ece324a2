/** The leak test (`leak-suite.ts`) on the service in one process. */
import { buildMatrixWorld } from '../matrix/callers.ts';
import { startTestNode, TEST_ADMINISTRATOR } from '../service-node.ts';
import { isLongRun } from '../world/share-of.ts';
import { describeLeaks } from './leak-suite.ts';

describeLeaks(
  'one process',
  async () => {
    const node = await startTestNode();
    return { world: await buildMatrixWorld(node.url, TEST_ADMINISTRATOR), stop: () => node.stop() };
  },
  // `npm run dev -- test:long` tries the sessions too, whose roles are those of the keys, and more callers of tools.
  { callers: isLongRun ? 'every caller' : 'one key of each role', variants: true, isWhole: true },
);
