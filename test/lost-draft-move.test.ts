/** Test of a change of a datasheet whose second step, in projects, gives no response, as when its process is killed. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { apiError } from '../shared/kernel/errors/errors.ts';
import type { HandlerMiddleware } from '../shared/kernel/node/handler-middleware.ts';
import { checkContract } from './contract-check.ts';
import { eventually } from './eventually.ts';
import { startWorld, useWorld } from './world/test-world.ts';

describe('a change whose move of the draft has no response', () => {
  let lost: 'request' | 'response' | null = null;
  const loseMove: HandlerMiddleware = (handler) =>
    checkContract({
      ...handler,
      async work(beforeHandler) {
        const isLost = handler.id === 'projects.moveDraftPointers' ? lost : null;
        if (isLost !== null) lost = null;
        const result = isLost === 'request' ? null : await handler.work(beforeHandler);
        if (isLost !== null) throw apiError('SERVICE_UNAVAILABLE', 'lost');
        return result;
      },
    });
  const world = useWorld(() => startWorld({}, loseMove));

  for (const what of ['request', 'response'] as const)
    it(`the same request soon has a response, once, where the ${what} was lost (R1)`, async () => {
      const { key, projectId, standardId } = world.ada;
      const about = { project_id: projectId, standard_id: standardId, name: `Lost ${what}` };
      const create = () => key.request('POST', '/api/datasheet', about, { 'idempotency-key': what });
      lost = what;
      assert.equal((await create()).status, 503);
      const { status, body } = await eventually(
        async () => {
          const response = await create();
          return response.status !== 409 && response;
        },
        { every: 100 },
      );
      assert.equal(status, 201, JSON.stringify(body));
      assert.deepEqual((await create()).body, body);
    });
});
