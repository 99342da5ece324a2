/** Which services answer, asked of each: a killed one is missed at once, not when its heartbeat has been missed (E3). */
import { aliveAction, SERVICE_NAMES, type ServiceName } from '../../../shared/contracts/services.ts';
import type { Node } from '../../../shared/kernel/node.ts';

type Standing = Record<string, 'up' | 'down'>;

const PATIENCE_MS = 1_000;
/** Health is asked without a credential and counts against no limit: however often it is asked, the services are asked this seldom. */
const KEPT_MS = 200;

/** How the services stand: a question for the health endpoint. */
export function servicesStanding({ broker }: Node): () => Promise<Standing> {
  const ask = async (name: ServiceName): Promise<[ServiceName, 'up' | 'down']> => {
    const isUp = await broker.call<boolean, object>(aliveAction(name), {}, { timeout: PATIENCE_MS }).catch(() => false);
    return [name, isUp ? 'up' : 'down'];
  };
  let asked: Promise<[ServiceName, 'up' | 'down'][]> | null = null;
  let until = 0;
  return async () => {
    if (!asked || performance.now() > until) {
      asked = Promise.all(SERVICE_NAMES.map(ask));
      until = performance.now() + KEPT_MS;
    }
    return Object.fromEntries(await asked);
  };
}
