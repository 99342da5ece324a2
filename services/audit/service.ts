/** The audit service: records who did what, when, to which revision, in a hash chain; lists the entries. */
import type { ServiceSchema } from 'moleculer';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
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
    backgroundWork: [
      {
        start: () =>
          trail.initialize(
            (message) => node.log.error(message),
            (message) => node.log.info(message),
          ),
      },
    ],
  });
}
