/** Tests of requests in flight in a process that is killed with -9 or paused: separate processes over a real NATS. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, it } from '@jest/globals';
import { connect, type NatsConnection } from 'nats';
import { natsConnectionOptions, natsUserFromUrl } from '../../shared/kernel/bus/nats-connection.ts';
import { publishSubject, SERVICE_REQUESTS, subjectPrefix } from '../../shared/kernel/bus/nats-subjects.ts';
import type { ApiResponse, RestClient } from '../../shared/rest-client/client.ts';
import { registerAccount } from '../../tools/world/accounts.ts';
import { eventually } from '../eventually.ts';
import { skipIf } from '../skip-if.ts';
import { missingServer, natsUrl } from '../test-servers.ts';
import { Deployment } from './deployment.ts';

/**
 * A call of these tests would wait 60 s for its response; what is told within this was not told by a timeout.
 */
const SAVE = 'standards.workingCopy.save';
const BEFORE_ANY_TIMEOUT_MS = 14_000;
const PROCESSES = {
  'everything else': 'gateway,identity,wiki-moderation,projects,datasheets,files,audit',
  standards: 'standards',
  'more standards': 'standards',
};

skipIf(missingServer('NATS') || missingServer('MONGODB')).describe(
  'a process that is killed with requests in flight',
  () => {
    let deployment: Deployment;
    let bus: NatsConnection;
    let ada: RestClient;
    let categoryId: number;

    /** From now on watches the bus. @returns what resolves when so many requests for an action have passed */
    const watch = async (action: string, count = 1): Promise<() => Promise<void>> => {
      const user = natsUserFromUrl(natsUrl());
      const prefix = subjectPrefix(deployment.prefix);
      const seen = bus.subscribe(publishSubject(prefix, `${prefix}.${SERVICE_REQUESTS}.${action}`, user), {
        max: count,
      });
      await bus.flush();
      return async () => {
        for await (const _ of seen);
      };
    };
    const newStandard = async (): Promise<string> => {
      const about = {
        name: `Standard ${Math.random()}`,
        category_id: categoryId,
        subject_type: 'user',
      } as const;
      const { id } = await ada.call('standards.create', about);
      return `/api/standards/${id}/working-copy`;
    };
    const save = (path: string, key?: string): Promise<ApiResponse> =>
      ada.request(
        'PUT',
        path,
        { elements: [{ address: '1', content: 'Materials' }] },
        key ? { 'idempotency-key': key } : {},
      );
    const took = async (answer: Promise<ApiResponse>): Promise<ApiResponse & { ms: number }> => {
      const began = performance.now();
      return { ...(await answer), ms: performance.now() - began };
    };
    const isAway = ({ status, headers, body, ms }: ApiResponse & { ms: number }): void => {
      assert.equal(status, 503, JSON.stringify(body));
      assert.match(headers.get('retry-after') ?? '', /^\d+$/);
      assert.ok(ms < BEFORE_ANY_TIMEOUT_MS, `told after ${ms} ms`);
    };

    beforeAll(async () => {
      bus = await connect(natsConnectionOptions(natsUrl()));
      deployment = await Deployment.start(PROCESSES);
      ada = await registerAccount(deployment.base, 'Ada');
      categoryId = (await ada.call('categories.create', { name: 'Masonry', subject_type: 'user' })).id;
    });
    afterAll(async () => {
      await deployment?.stop();
      await bus?.close();
    });

    it('one of two replicas is killed: its calls are 503 with Retry-After long before any timeout, the rest succeed (R1)', async () => {
      const paths = await Promise.all(Array.from({ length: 24 }, newStandard));
      deployment.pause('standards');
      deployment.pause('more standards');
      const passed = await watch(SAVE, paths.length);
      const answers = paths.map((path) => save(path));
      await passed();
      await deployment.kill('standards');
      const result = answers.map(took);
      deployment.resume('more standards');
      const statuses = new Set<number>();
      for (const [at, answer] of (await Promise.all(result)).entries()) {
        statuses.add(answer.status);
        if (answer.status !== 200) isAway(answer);
        // Nothing of what was refused was done, and all of what was not.
        const { elements } = await ada.get(paths[at] ?? '');
        assert.equal(Array.isArray(elements) && elements.length, answer.status === 200 ? 1 : 0);
      }
      assert.deepEqual([...statuses].sort(), [200, 503], 'each of them had taken some');
    });

    it('the only process of a service is killed: its callers get 503, and the same request can be sent again (R1)', async () => {
      const path = await newStandard();
      deployment.pause('more standards');
      const passed = await watch('categories.create');
      const ask = (): Promise<ApiResponse> =>
        ada.request(
          'POST',
          '/api/categories',
          { name: 'Concrete', subject_type: 'user' },
          { 'idempotency-key': 'concrete' },
        );
      const answer = ask();
      const saved = save(path);
      await passed();
      await deployment.kill('more standards');
      for (const result of await Promise.all([took(answer), took(saved)])) isAway(result);
      await deployment.restart('standards');
      await deployment.waitUntilHealthy();
      const again = await eventually(
        async () => {
          const response = await ask();
          return response.status !== 409 && response;
        },
        { every: 500 },
      );
      assert.equal(again.status, 201, JSON.stringify(again.body));
      // The first response, and nothing done twice.
      assert.deepEqual((await ask()).body, again.body);
    });

    /**
     * Sends requests while a process is suspended, until it had taken some that another one answered. NATS gives each
     * process about half of them, so an attempt may meet the suspended one again.
     */
    const answeredByAnother = async (
      suspended: string,
      send: () => Promise<ApiResponse>[],
    ): Promise<void> => {
      for (let round = 0; round < 5; round += 1) {
        deployment.pause(suspended);
        const result = await Promise.all(send().map(took)).finally(() => deployment.resume(suspended));
        for (const { ms } of result) assert.ok(ms < 10_000, `answered after ${ms} ms`);
        if (result.some(({ status, ms }) => status === 200 && ms > 3_000)) return;
      }
      assert.fail('nothing that the suspended process had taken was answered by another one');
    };

    it('a read that a suspended process has taken is answered by another one, a list in parts too (R14)', async () => {
      const path = await newStandard();
      // Killed by the test before.
      await deployment.restart('more standards');
      for (const read of [path, '/api/standards'])
        await answeredByAnother('standards', () =>
          Array.from({ length: 12 }, () => ada.request('GET', read)),
        );
    });

    it('a process paused for longer than five seconds is not considered dead: its response is waited for (R1)', async () => {
      const path = await newStandard();
      for (const name of ['standards', 'more standards']) deployment.pause(name);
      const passed = await watch(SAVE);
      const answer = save(path);
      await passed();
      // This is the time that it must survive.
      await delay(8_000);
      for (const name of ['standards', 'more standards']) deployment.resume(name);
      const { status, body } = await answer;
      assert.equal(status, 200, JSON.stringify(body));
    });
  },
);
