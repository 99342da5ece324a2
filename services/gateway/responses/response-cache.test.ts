/** Tests of the cache of responses: fresh after a change, and never for a caller without access. */
import assert from 'node:assert/strict';
import { beforeAll, it } from '@jest/globals';
import { connect } from 'nats';
import { natsConnectionOptions } from '../../../shared/kernel/bus/nats-connection.ts';
import type { RestClient } from '../../../shared/rest-client/client.ts';
import { type JsonObject, numberMember, stringMember } from '../../../shared/rest-client/json.ts';
import { useNode } from '../../../test/service-node.ts';
import { skipIf } from '../../../test/skip-if.ts';
import { missingServer, natsUrl } from '../../../test/test-servers.ts';
import { registerAccount } from '../../../tools/world/accounts.ts';

const elements = (wording: string): JsonObject[] =>
  Array.from({ length: 300 }, (_, at) => ({
    address: String(at + 1),
    kind: 'clause',
    content: `${wording} ${at} ${'word '.repeat(30)}`,
  }));

skipIf(missingServer('NATS')).describe(
  'a response that the gateway has cached does not cross the bus again (hardening A5)',
  () => {
    const node = useNode([], {
      NATS_URL: natsUrl(),
      CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
      EMAIL_VERIFICATION: 'off',
    });
    let owner: RestClient;
    let stranger: RestClient;
    let path: string;
    let version: string;

    beforeAll(async () => {
      owner = await registerAccount(node.url, 'Owner');
      stranger = await registerAccount(node.url, 'Other');
      const category = numberMember(
        await owner.post('/api/categories', { name: 'Concrete', subject_type: 'user' }),
        'id',
      );
      const body = { name: 'Large', category_id: category, subject_type: 'user' };
      path = `/api/standards/${numberMember(await owner.post('/api/standards', body), 'id')}/working-copy`;
      version = stringMember(await owner.put(path, { elements: elements('First') }), 'version');
    });

    /** Bytes of the responses that came in over NATS while something ran. */
    async function received(work: () => Promise<unknown>): Promise<number> {
      const wire = await connect(natsConnectionOptions(natsUrl()));
      let bytes = 0;
      wire.subscribe('>', {
        callback: (_, { subject, data }) => {
          if (subject.includes('.RES.') && subject.endsWith(`.${node.node.broker.nodeID}`))
            bytes += data.length;
        },
      });
      await wire.flush();
      await work();
      await wire.drain();
      return bytes;
    }

    it('the same response is sent from the cache, byte for byte', async () => {
      const responses: JsonObject[] = [];
      const read = async (): Promise<void> => void responses.push(await owner.get(path));
      const first = await received(read);
      const second = await received(read);
      assert.deepEqual(responses[1], responses[0]);
      assert.ok(first > 50_000 && second < 10_000, `${first}, then ${second} bytes`);
    });

    it('a change is seen immediately', async () => {
      await owner.get(path);
      version = stringMember(
        await owner.put(path, { elements: elements('Second'), baseVersion: version }),
        'version',
      );
      const response = await owner.get(path);
      assert.equal(response.version, version);
      assert.ok(JSON.stringify(response).includes('Second 299'));
    });

    it('a caller without access learns nothing, however often others read it (H1)', async () => {
      await owner.get(path);
      const { status, problem } = await stranger.requestExpectingError('GET', path);
      assert.deepEqual([status, problem.code], [404, 'NOT_FOUND']);
    });
  },
);
