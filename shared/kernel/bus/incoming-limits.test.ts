/**
 * Tests of the limits on messages from the bus: sizes, what nodes announce, nodes of a user, lanes of large and of many
 * requests, lines in the log.
 */
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { describe, it } from '@jest/globals';
import { DroppedMessages } from './dropped-messages.ts';
import { KnownNodes } from './known-nodes.ts';
import { unpackMessage } from './message-compression.ts';
import { cleanPacket } from './packet-members.ts';
import { maxPacketBytes } from './packet-sizes.ts';
import { ProgramRequests } from './program-requests.ts';
import { LARGE_REQUESTS, RequestLanes } from './request-lanes.ts';

const KB = 1024;
const plain = (content: string | object): Buffer =>
  Buffer.from(`\0${typeof content === 'string' ? content : JSON.stringify(content)}`);

describe('what arrives on the bus', () => {
  it('has a limit of bytes by kind: presence 256 KB, requests as over HTTP (H31)', () => {
    for (const kind of ['INFO', 'DISCOVER', 'HEARTBEAT', 'PING', 'PONG', 'DISCONNECT', 'EVENT'])
      assert.equal(maxPacketBytes(kind, null), 256 * KB);
    for (const [action, limit] of [
      ['categories.create', 8_192 * KB],
      ['standards.workingCopy.save', 16_384 * KB],
      ['account.keys.list', 64 * KB],
      ['identity.signInWithKey', 64 * KB],
    ] as const)
      assert.equal(maxPacketBytes('REQ', action), limit + 64 * KB, action);
  });

  it('is inflated to its limit and no further (H31)', async () => {
    const bomb = Buffer.concat([Buffer.from([1]), deflateSync(Buffer.alloc(50_000_000))]);
    const before = process.memoryUsage().arrayBuffers;
    await assert.rejects(unpackMessage(bomb, 256 * KB));
    assert.ok(process.memoryUsage().arrayBuffers - before < 8_000_000);
    await assert.rejects(unpackMessage(Buffer.alloc(300 * KB), 256 * KB), /more than/);
    await assert.rejects(unpackMessage(Buffer.from([2, 1])), /first byte/);
    await assert.rejects(unpackMessage(Buffer.alloc(0)));
  });

  it('comes from at most a hundred nodes of a user; one that left makes room (H31)', () => {
    const available = new Set<string>();
    const forgotten: string[] = [];
    const nodes = new KnownNodes({
      isAvailable: (node) => available.has(node),
      forget: (node) => void forgotten.push(node),
    });
    for (let at = 0; at < 100; at += 1) {
      available.add(`a.${at}`);
      assert.ok(nodes.admit('a', `a.${at}`, 0));
    }
    assert.equal(nodes.admit('a', 'a.new', 60_000), false);
    assert.ok(nodes.admit('a', 'a.5', 60_000));
    assert.ok(nodes.admit('b', 'b.new', 60_000));
    available.delete('a.7');
    assert.ok(nodes.admit('a', 'a.new', 60_000));
    assert.deepEqual(forgotten, ['a.7']);
  });

  it('announces names only, and a program announces nothing (H31)', () => {
    const subject = { channel: 'INFO', user: 'files', target: '' };
    const large = { code: 'x'.repeat(1_000) };
    const about = {
      ver: '5',
      sender: 'files.1',
      seq: 2,
      instanceID: 'i',
      hostname: 'h',
      ipList: ['x'],
      config: large,
    };
    const actions = {
      'files.list': { name: 'other', params: large, timeout: 1 },
      __proto__: null,
      constructor: {},
    };
    const services = [{ name: 'files', settings: large, actions, events: { e: { group: 'g', x: large } } }];
    const metadata = { deployment: 'd', ...large };
    const clean = cleanPacket('INFO', subject, { ...about, services, metadata }, false);
    assert.ok(JSON.stringify(clean).length < 700, JSON.stringify(clean));
    assert.deepEqual(Object(clean).services[0].actions, {
      'files.list': { name: 'files.list', rawName: 'files.list', visibility: null },
    });
    assert.throws(
      () => cleanPacket('INFO', subject, { ...about, services, metadata: {} }, true),
      /announces/,
    );
    const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`a${at}`, {}]));
    assert.throws(
      () =>
        cleanPacket('INFO', subject, { ...about, metadata, services: [{ name: 'x', actions: many }] }, false),
      /more than 1000/,
    );
  });

  it('and is large is worked on by twos of a user, unpacked one at a time, and waits within limits (H31)', async () => {
    const lanes = new RequestLanes(LARGE_REQUESTS);
    const message = Buffer.alloc(8_000_000);
    let unpacking = 0;
    let running = 0;
    const end = Promise.withResolvers<void>();
    const send = (user: string): Promise<boolean> =>
      lanes.run(user, message, async (_kept, unpack) => {
        running += 1;
        await unpack(async () => {
          unpacking += 1;
          assert.equal(unpacking, 1);
          await setImmediate();
          unpacking -= 1;
        });
        await end.promise;
        running -= 1;
      });
    const sent = Array.from({ length: 4 }, () => send('a'));
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    assert.equal(running, 2);
    assert.equal(await send('a'), false, 'the two that wait have 16 MB');
    const other = send('b');
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    assert.equal(running, 3);
    end.resolve();
    assert.deepEqual(new Set(await Promise.all([...sent, other])), new Set([true]));
    assert.equal(running, 0);
  });

  it('and waits keeps its own bytes only, not those around it (H31)', async () => {
    const lanes = new RequestLanes({ running: 1, waitingBytes: 10_000 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = lanes.run('a', Buffer.alloc(10), () => promise);
    const read = Buffer.alloc(64 * KB, 'x');
    let kept: Buffer = Buffer.alloc(0);
    const second = lanes.run('a', read.subarray(100, 200), async (message) => {
      kept = message;
    });
    resolve();
    await Promise.all([first, second]);
    assert.equal(kept.toString(), 'x'.repeat(100));
    assert.notEqual(kept.buffer, read.buffer);
  });

  it('and is a flood of small requests waits in the lane of its user; others overtake it (H31)', async () => {
    const handled: string[] = [];
    const requests = new ProgramRequests({
      isToken: () => false,
      answer: async () => undefined,
      handle: async ({ sender }) => void handled.push(String(sender)),
    });
    const send = (user: string): Promise<void> =>
      requests.receive(
        { channel: 'REQB', user, target: 'standards.get' },
        plain({ ver: '5', sender: `${user}.1`, id: '1', action: 'standards.get' }),
      );
    const flood = Array.from({ length: 20_000 }, () => send('a'));
    const other = send('b');
    const results = await Promise.allSettled([...flood, other]);
    assert.ok(handled.indexOf('b.1') < 200, String(handled.indexOf('b.1')));
    const dropped = results.filter(({ status }) => status === 'rejected').length;
    assert.ok(dropped > 10_000 && dropped < 15_000, String(dropped));
  });

  it('and has half a million tries of a token costs no time (H31)', async () => {
    const answers: string[] = [];
    const requests = new ProgramRequests({
      isToken: () => false,
      answer: async (_node, _id, error) => void answers.push(error.message),
      handle: async () => assert.fail('no token'),
    });
    const text = `{"sender":"a.1","id":"1",${'"principal":"a",'.repeat(500_000)}`;
    const began = process.cpuUsage();
    await requests.receive({ channel: 'REQB', user: 'a', target: 'standards.create' }, plain(text));
    const { user, system } = process.cpuUsage(began);
    assert.equal(answers.length, 1);
    assert.ok((user + system) / 1000 < 150, `${(user + system) / 1000} ms`);
  });

  it('and is dropped is logged ten times a minute for each user (H31)', () => {
    const lines: string[] = [];
    const dropped = new DroppedMessages((line) => void lines.push(line));
    for (let at = 0; at < 500; at += 1) dropped.report('a', 'subject', 'a reason', at);
    dropped.report('b', 'subject', 'a reason', 500);
    assert.equal(lines.length, 11);
    dropped.report('a', 'subject', 'a reason', 61_000);
    assert.deepEqual(lines.slice(11), [
      'Dropped 490 more messages from a.',
      'Dropped an invalid message from a on subject: a reason',
    ]);
  });
});
