/**
 * The service whose console is tried: in this process, or with TEST_SPLIT in eight processes over NATS, as
 * `npm run dev -- test:console-split` does.
 */
import { startTestNode } from '../service-node.ts';
import { startSplitService } from '../split-service.ts';
import { useStarted } from '../use-started.ts';

interface ConsoleService {
  /** URL of the gateway. */
  url: string;
}

/** The service of a test file: started before its tests, stopped after them. */
export function useConsoleService(): ConsoleService {
  const running = useStarted(async () => {
    if (!process.env.TEST_SPLIT) return startTestNode();
    const { base, stop } = await startSplitService();
    return { url: base, stop };
  });
  return {
    get url() {
      return running().url;
    },
  };
}
