/** Tests of when the bus client sends a call again. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, it } from '@jest/globals';
import { NoResponseError } from './bus-error.ts';
import { sendWithRetries } from './retries.ts';

const READ = { timeoutMs: 8_000, retries: 2 };

/** A request whose attempts do this one after the other; the last again. */
function request(...attempts: (() => Promise<string>)[]) {
  let sent = 0;
  const send = (): Promise<string> => {
    const attempt = attempts[Math.min(sent, attempts.length - 1)];
    sent += 1;
    return attempt?.() ?? Promise.reject(new Error('no attempt'));
  };
  return { send, count: () => sent };
}
const responds = (text: string, ms: number) => () => delay(ms, text);
const never = () => delay(60_000, 'never', { ref: false });
const fails = (error: Error) => () => Promise.reject(error);
const unanswered = fails(new NoResponseError('No service takes this call.'));

describe('attempts of a call', () => {
  it('a read without a response in three seconds is sent again, and the first response counts (R1)', async () => {
    const slow = request(responds('first', 3_500), responds('second', 3_500));
    assert.equal(await sendWithRetries(READ, slow.send), 'first');
    assert.equal(slow.count(), 2);
    const alone = request(responds('first', 3_600), unanswered);
    assert.equal(await sendWithRetries(READ, alone.send), 'first');
    const lost = request(never, responds('second', 10));
    assert.equal(await sendWithRetries(READ, lost.send), 'second');
  });

  it('a read that no service takes is sent again, at most as often as it may; a write never', async () => {
    const back = request(unanswered, unanswered, responds('back', 1));
    assert.equal(await sendWithRetries(READ, back.send), 'back');
    const away = request(unanswered);
    await assert.rejects(sendWithRetries(READ, away.send), NoResponseError);
    assert.equal(away.count(), 3);
    const write = request(unanswered);
    await assert.rejects(sendWithRetries({ ...READ, retries: 0 }, write.send), NoResponseError);
    assert.equal(write.count(), 1);
  });

  it('a read whose time ends before a second attempt has the error of its only one', async () => {
    const short = request(() => delay(1_000).then(unanswered));
    await assert.rejects(sendWithRetries({ timeoutMs: 1_000, retries: 2 }, short.send), NoResponseError);
    assert.equal(short.count(), 1);
  });

  it('an error of the action is a response', async () => {
    const refused = request(fails(new TypeError('refused')));
    await assert.rejects(sendWithRetries(READ, refused.send), TypeError);
    assert.equal(refused.count(), 1);
  });
});
