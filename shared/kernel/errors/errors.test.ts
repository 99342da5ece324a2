/** Tests of API errors, of the problem documents made from them, and of errors that come over the bus. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { Errors, ServiceBroker } from 'moleculer';
import { apiError, toErrorInfo, toProblemDocument } from './errors.ts';

const at = { instance: '/api/x', requestId: 'r-1' };

describe('errors', () => {
  it('members named by the documents are at the top level and in metadata (G2)', () => {
    const problem = toProblemDocument(
      apiError('VALIDATION_ERROR', 'Say the name.', {
        errors: [{ path: 'confirmName', message: 'm' }],
        members: { requiresConfirmation: true },
      }),
      at,
    );
    assert.equal(problem.requiresConfirmation, true);
    assert.equal(problem.metadata?.requiresConfirmation, true);
    assert.deepEqual(problem.metadata?.errors, problem.errors);
    assert.deepEqual(
      [problem.status, problem.message, problem.detail, problem.requestId],
      [400, 'Say the name.', 'Say the name.', 'r-1'],
    );
  });

  it('a code may answer another status where the documents say so (G9)', () => {
    assert.equal(toErrorInfo(apiError('NO_OPEN_DRAFT', 'x', { status: 403 })).status, 403);
    assert.equal(toErrorInfo(apiError('NO_OPEN_DRAFT', 'x')).status, 409);
  });

  it('an unknown error reveals nothing (H38)', () => {
    const secrets = [
      new TypeError('cannot read users of css-identity'),
      Object.assign(new Error('E11000 duplicate key css.users'), { code: 11000 }),
      'a string',
      null,
      { message: 'x', nodeID: 'n1' },
    ];
    for (const error of secrets) {
      const problem = toProblemDocument(error, at);
      assert.deepEqual([problem.status, problem.code], [500, 'INTERNAL_ERROR']);
      assert.ok(
        !/users|E11000|css-identity|nodeID|TypeError|a string/.test(JSON.stringify(problem)),
        JSON.stringify(problem),
      );
    }
  });

  it('an unavailable service or database is 503, not 404 (G4)', () => {
    const away = [
      new Errors.ServiceNotFoundError({ action: 'a.b' }),
      new Errors.ServiceNotAvailableError({ action: 'a.b' }),
      new Errors.RequestTimeoutError({ action: 'a.b' }),
      new Errors.RequestSkippedError({ action: 'a.b', nodeID: 'n1' }),
      new Errors.BrokerDisconnectedError('x'),
      Object.assign(new Error('x'), { name: 'MongoServerSelectionError' }),
      // MongoDB on a full disk.
      Object.assign(new Error('28: No space left on device'), { name: 'MongoServerError', code: 8 }),
      Object.assign(new Error('x'), { name: 'MongoServerError', code: 14_031 }),
      Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' }),
    ];
    for (const error of away) assert.equal(toErrorInfo(error).code, 'SERVICE_UNAVAILABLE');
  });

  it('architecture §2: an error that crossed the wire reads as the one that was thrown', () => {
    const regenerator = new Errors.Regenerator();
    regenerator.init(new ServiceBroker({ logger: false }));
    const sent = regenerator.extractPlainError(
      apiError('EDIT_CONFLICT', 'Read again.', { metadata: { reason: 'stale' } }),
    );
    const received = regenerator.restore(JSON.parse(JSON.stringify(sent)), {
      sender: 'other-node',
      ver: '5',
    });
    assert.deepEqual(toErrorInfo(received), {
      code: 'EDIT_CONFLICT',
      status: 409,
      detail: 'Read again.',
      extras: { metadata: { reason: 'stale' } },
    });
  });
});
