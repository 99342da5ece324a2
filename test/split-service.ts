/**
 * Starts the service in eight processes over NATS for tests, on databases of its own, which others may use again once
 * it has stopped.
 */
import {
  type DisposableService,
  startDisposableService,
} from '../scripts/start/launcher/disposable-service.ts';
import { mongodbUri, releasePrefix, takePrefix } from './test-servers.ts';

export async function startSplitService(): Promise<DisposableService> {
  const prefix = await takePrefix();
  try {
    const service = await startDisposableService('split', {
      MONGODB_URI: mongodbUri(),
      DATABASE_PREFIX: prefix,
    });
    const stop = async (): Promise<void> => {
      await service.stop();
      releasePrefix(prefix);
    };
    return { ...service, stop };
  } catch (error) {
    releasePrefix(prefix);
    throw error;
  }
}
