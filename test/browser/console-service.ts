/**
 * The service whose console is tried: in this process, or with TEST_SPLIT in eight processes over NATS, as
 * `npm run dev -- test:console-split` does.
 */
import { startDisposableService } from '../../scripts/start/launcher/disposable-service.ts';
import { startTestNode } from '../service-node.ts';
import { mongodbUri, releasePrefix, takePrefix } from '../test-servers.ts';
import { useStarted } from '../use-started.ts';

interface ConsoleService {
  /** Of the gateway. */
  url: string;
}

/** The service of a test file: started before its tests, stopped after them. */
export function useConsoleService(): ConsoleService {
  const running = useStarted(() => (process.env.TEST_SPLIT ? startSplit() : startTestNode()));
  return {
    get url() {
      return running().url;
    },
  };
}

async function startSplit(): Promise<ConsoleService & { stop(): Promise<void> }> {
  const prefix = await takePrefix();
  const { base, stop } = await startDisposableService('split', {
    MONGODB_URI: mongodbUri(),
    DATABASE_PREFIX: prefix,
  });
  return {
    url: base,
    async stop() {
      await stop();
      releasePrefix(prefix);
    },
  };
}
