/**
 * Tests of containers that are killed, cut off and replaced under load, on a deployment with replicas and a MongoDB
 * of three members. No acknowledged write may be lost; the times are printed, and judged by `npm run dev --
 * kill:containers` on a quiet machine.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, it } from '@jest/globals';
import { docker, waitUntilHealthy } from '../../scripts/deploy/containers/compose.ts';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { skipIf } from '../skip-if.ts';
import { ComposeDeployment, missingEngine } from './compose-deployment.ts';
import { unexpectedFailuresIn } from './failures.ts';
import { failuresIn } from './load.ts';
import type { SentRequest } from './load-account.ts';
import { runUnderLoad } from './load-run.ts';
import { findPrimary } from './primary.ts';

const LIMIT_MS = 30 * 60_000;
const NATS_OUTAGE_MS = 10_000;
/** Every service has a second container, standards a third. */
const REPLICAS = { ...Object.fromEntries(SERVICE_NAMES.map((name) => [name, 2])), standards: 3 };
const missing = await missingEngine();

skipIf(missing).describe('outages of containers under load', () => {
  let deployment: ComposeDeployment;
  beforeAll(async () => {
    deployment = await ComposeDeployment.start(['docker-compose.yml', 'docker-compose.replica-set.yml']);
    await deployment.project.scale(REPLICAS);
  }, LIMIT_MS);
  afterAll(() => deployment?.stop(), LIMIT_MS);

  const runDuring = (title: string, outage: () => Promise<void>): Promise<SentRequest[]> =>
    runUnderLoad(deployment.base, title, outage);

  it(
    'every container of every service replaced one after the other: no request fails (R13)',
    async () => {
      const before = await deployment.project.containers('standards');
      const env = { ...process.env, ...deployment.variables };
      const sent = await runDuring('Rolling replacement', async () => {
        await promisify(execFile)(process.execPath, ['scripts/deploy/containers/replace-containers.ts'], {
          env,
        });
      });
      const after = await deployment.project.containers('standards');
      assert.deepEqual([after.length, after.filter((id) => before.includes(id))], [REPLICAS.standards, []]);
      assert.deepEqual(failuresIn(sent), []);
    },
    LIMIT_MS,
  );

  it(
    'a container of each service killed with -9: 503 with Retry-After at most, and no acknowledged write lost (R1)',
    async () => {
      const sent = await runDuring('Kill -9', async () => {
        for (const service of SERVICE_NAMES.filter((name) => name !== 'gateway')) {
          const [id = ''] = await deployment.project.containers(service);
          await deployment.killAndRestart(id);
        }
      });
      assert.deepEqual(unexpectedFailuresIn(sent), []);
    },
    LIMIT_MS,
  );

  it(
    'the primary of MongoDB paused: another member takes over, 503 with Retry-After at most, no acknowledged write lost (R4)',
    async () => {
      const sent = await runDuring('Primary paused', async () => {
        const primary = await findPrimary(deployment.project);
        await docker(['pause', primary]);
        try {
          await deployment.waitUntilHealthy();
          assert.notEqual(await findPrimary(deployment.project), primary);
        } finally {
          await docker(['unpause', primary]);
        }
      });
      assert.deepEqual(unexpectedFailuresIn(sent), []);
    },
    LIMIT_MS,
  );

  it(
    'the primary of MongoDB killed with -9: 503 with Retry-After at most, no acknowledged write lost (R4)',
    async () => {
      const sent = await runDuring('Primary killed', async () => {
        const primary = await findPrimary(deployment.project);
        await docker(['kill', '--signal', 'KILL', primary]);
        await deployment.waitUntilHealthy();
        await docker(['start', primary]);
        await waitUntilHealthy(primary);
      });
      assert.deepEqual(unexpectedFailuresIn(sent), []);
    },
    LIMIT_MS,
  );

  it(
    'NATS cut off for ten seconds: only 503 with Retry-After, and everything works again (R3)',
    async () => {
      const sent = await runDuring('NATS cut off', async () => {
        const connect = await deployment.cut('nats', 'bus');
        await delay(NATS_OUTAGE_MS);
        await connect();
        await deployment.waitUntilHealthy();
      });
      assert.deepEqual(unexpectedFailuresIn(sent), []);
    },
    LIMIT_MS,
  );
});
