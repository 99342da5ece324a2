/** The audit service: who did what, when, to which revision. */
import type { ServiceSchema } from 'moleculer';
import type { Node } from '../../shared/kernel/node.ts';
import { defineService } from '../../shared/kernel/service.ts';
import { auditActions } from './actions.ts';
import { AuditTrail } from './repository.ts';

export async function createService(node: Node): Promise<ServiceSchema> {
  const connection = await node.openDatabase('audit');
  const trail = new AuditTrail(connection);
  return defineService(node, {
    name: 'audit',
    handlers: auditActions(trail),
    loaders: {},
    connection,
    background: [
      {
        start: () =>
          trail.open(
            (message) => node.log.error(message),
            (message) => node.log.info(message),
          ),
        stop: () => undefined,
      },
    ],
  });
}
