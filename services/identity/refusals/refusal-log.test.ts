/** Tests of how refusals are counted together in the audit trail. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { AuditEntry } from '../../../shared/kernel/background/outbox.ts';
import type { LogFields } from '../../../shared/kernel/logging/log-format.ts';
import { type Refusal, RefusalLog } from './refusal-log.ts';

/** A log whose entries and lines are kept. */
function logInMemory() {
  const entries: Omit<AuditEntry, 'event_id' | 'at'>[] = [];
  const lines: LogFields[] = [];
  const log = new RefusalLog({
    outbox: {
      async add(_session, entry) {
        entries.push(entry);
      },
    },
    warn: (line) => lines.push(line),
    logError: (message) => assert.fail(message),
  });
  return { log, entries, lines };
}

const failed = (userId: number | null, network: string): Refusal => ({
  action: 'account.sign_in_failed',
  userId,
  channel: 'http',
  keyId: null,
  requestId: 'r',
  network,
  details: { reason: 'password' },
});
const refused = (userId: number, endpoint: string): Refusal => ({
  ...failed(userId, '192.0.2.1'),
  action: 'account.permission_refused',
  details: { endpoint },
});

describe('refusals in the audit trail', () => {
  it('the first of a kind is an entry and a line immediately, its repetitions within the minute are one more (Y5)', async () => {
    const { log, entries, lines } = logInMemory();
    for (let at = 0; at < 1_000; at += 1) log.note(failed(7, '192.0.2.1'));
    assert.deepEqual(
      entries.map(({ user_id, action, resource, details }) => [user_id, action, resource, details]),
      [[7, 'account.sign_in_failed', { type: 'user', id: 7 }, { reason: 'password', network: '192.0.2.1' }]],
    );
    await log.stop();
    assert.deepEqual(
      entries.map(({ details }) => details.count),
      [undefined, 999],
    );
    assert.match(
      lines[0]?.toText() ?? '',
      /^refused=account\.sign_in_failed user=7 reason=password network=192\.0\.2\.1/,
    );
    assert.equal(lines.length, 2);
  });

  it('one source has ten entries a minute, all have 120, and the others are counted (Y5)', async () => {
    const { log, entries } = logInMemory();
    for (let at = 0; at < 50; at += 1) log.note(refused(7, `endpoint ${at}`));
    assert.equal(entries.length, 10);
    for (let at = 0; at < 10_000; at += 1) log.note(failed(null, `network ${at}`));
    assert.ok(entries.length <= 120, String(entries.length));
    const before = entries.length;
    await log.stop();
    const [last] = entries.slice(before);
    assert.equal(entries.length, before + 1);
    assert.deepEqual(
      [last?.action, last?.details.count],
      ['account.refusals_not_listed', 40 + 10_000 - (before - 10)],
    );
  });
});
