import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import { connect } from 'nats';
import { Client } from '../../../scripts/rest-client/client.ts';
import { type Json, numberOf, textOf } from '../../../scripts/rest-client/json.ts';
import { natsAddress } from '../../../shared/kernel/bus/nats-address.ts';
import { missing, natsUrl } from '../../../test/back-ends.ts';
import { startTestNode, type TestNode } from '../../../test/service-node.ts';
import { unless } from '../../../test/unless.ts';

const PASSWORD = 'a long enough password';
const elements = (wording: string): Json[] =>
  Array.from({ length: 300 }, (_, at) => ({
    address: String(at + 1),
    kind: 'clause',
    content: `${wording} ${at} ${'word '.repeat(30)}`,
  }));

unless(missing('NATS')).describe('hardening A5: what the gateway sent before does not cross the bus again', () => {
  let node: TestNode;
  let owner: Client;
  let stranger: Client;
  let path: string;
  let version: string;

  beforeAll(async () => {
    node = await startTestNode([], {
      NATS_URL: natsUrl(),
      CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
      EMAIL_VERIFICATION: 'off',
    });
    const anyone = new Client(node.node.address ?? '');
    owner = await anyone.session('account.register', { email: 'owner@example.org', password: PASSWORD, name: 'Owner' });
    stranger = await anyone.session('account.register', { email: 'other@example.org', password: PASSWORD, name: 'Other' });
    const category = numberOf(await owner.post('/api/categories', { name: 'Concrete', subject_type: 'user' }), 'id');
    const body = { name: 'Large', category_id: category, subject_type: 'user' };
    path = `/api/standards/${numberOf(await owner.post('/api/standards', body), 'id')}/working-copy`;
    version = textOf(await owner.put(path, { elements: elements('First') }), 'version');
  });
  afterAll(() => node.stop());

  /** Bytes of the answers that came in over NATS while something ran. */
  async function received(work: () => Promise<unknown>): Promise<number> {
    const wire = await connect(natsAddress(natsUrl()));
    let bytes = 0;
    wire.subscribe('>', {
      callback: (_, { subject, data }) => {
        if (subject.includes('.RES.') && subject.endsWith(`.${node.node.broker.nodeID}`)) bytes += data.length;
      },
    });
    await wire.flush();
    await work();
    await wire.drain();
    return bytes;
  }

  it('the same answer is sent from here, byte for byte', async () => {
    const answers: Json[] = [];
    const read = async (): Promise<void> => void answers.push(await owner.get(path));
    const first = await received(read);
    const second = await received(read);
    assert.deepEqual(answers[1], answers[0]);
    assert.ok(first > 50_000 && second < 10_000, `${first}, then ${second} bytes`);
  });

  it('a change is seen at once', async () => {
    await owner.get(path);
    version = textOf(await owner.put(path, { elements: elements('Second'), baseVersion: version }), 'version');
    const answer = await owner.get(path);
    assert.equal(answer.version, version);
    assert.ok(JSON.stringify(answer).includes('Second 299'));
  });

  it('H1: who may not see it is told nothing, however often others read it', async () => {
    await owner.get(path);
    const { status, problem } = await stranger.refusal('GET', path);
    assert.deepEqual([status, problem.code], [404, 'NOT_FOUND']);
  });
});
