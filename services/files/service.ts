/** Placeholder until the service lands. */
import type { ServiceSchema } from 'moleculer';
import type { Node } from '../../shared/kernel/node.ts';

export async function createService(_node: Node): Promise<ServiceSchema> {
  return { name: 'files' };
}
