/**
 * Tests of the manifests on a real cluster: the main job, the rights of pods, a backup and its restoration, and under
 * load a restart of every Deployment, more and fewer pods, and pods that are deleted without warning. No acknowledged
 * write may be lost; the times are printed next to their bars.
 */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, it } from '@jest/globals';
import { SERVICE_NAMES, type ServiceName } from '../../shared/contracts/services.ts';
import { ApiError, RestClient } from '../../shared/rest-client/client.ts';
import { runMainJob } from '../../tools/demo/main-job.ts';
import { RIGHTS, RIGHTS_SCRIPT } from '../containers/container-rights.ts';
import { unavailableTimes, unexpectedFailuresIn } from '../containers/failures.ts';
import { failuresIn } from '../containers/load.ts';
import type { SentRequest } from '../containers/load-account.ts';
import { runUnderLoad } from '../containers/load-run.ts';
import { skipIf } from '../skip-if.ts';
import { describeCluster, missingPodMetrics } from './cluster-report.ts';
import { crash } from './crash.ts';
import { ClusterDeployment, missingCluster } from './deployment.ts';

const LIMIT_MS = 30 * 60_000;
/** Pods of every service in the overlay. */
const REPLICAS = 2;
/** Requests between two operations. */
const CALM_MS = 2_000;
/** The end of a gateway closes connections: those requests have no response at all. */
const BEHIND_GATEWAY = SERVICE_NAMES.filter((name) => name !== 'gateway');
/** Pods of every Deployment. The gateways come last, so that every endpoint they announce has its service. */
const DEPLOYMENTS = new Map<string, number>([
  ['redis', 1],
  ...[...BEHIND_GATEWAY, 'gateway'].map((name): [string, number] => [name, REPLICAS]),
]);
const missing = await missingCluster();
const missingMetrics = missing || (await missingPodMetrics());

skipIf(missing).describe('Kubernetes', () => {
  let deployment: ClusterDeployment;
  beforeAll(async () => {
    deployment = await ClusterDeployment.start();
    // An autoscaled Deployment begins with one pod.
    for (const [name, count] of DEPLOYMENTS) await deployment.namespace.waitForPods(name, count);
    process.stdout.write(`${await describeCluster(deployment.namespace)}\n`);
  }, LIMIT_MS);
  afterAll(() => deployment?.stop(), LIMIT_MS);

  const runDuring = (title: string, event: () => Promise<void>): Promise<SentRequest[]> =>
    runUnderLoad(deployment.base, title, event);

  it(
    'plays the main job as the first administrator, each service in pods of its own',
    async () => {
      const titles: string[] = [];
      await runMainJob(deployment.base, (title) => titles.push(title), deployment.administrator);
      assert.ok(titles.includes('Edition imported'), titles.join(', '));
      for (const service of SERVICE_NAMES)
        assert.equal((await deployment.namespace.pods(service)).length, REPLICAS, service);
    },
    LIMIT_MS,
  );

  it(
    'a pod runs without privileges, without a shell, on a read-only file system, and sees only its own secrets',
    async () => {
      for (const [service, variables] of [
        ['standards', ['CLUSTER_SECRET', 'MONGODB_PASSWORD', 'MONGODB_URI', 'NATS_PASSWORD', 'NATS_URL']],
        ['gateway', ['CLUSTER_SECRET', 'NATS_PASSWORD', 'NATS_URL', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']],
      ] as const) {
        const [pod = ''] = await deployment.namespace.pods(service);
        const printed = await deployment.namespace.runInPod(pod, RIGHTS_SCRIPT);
        assert.deepEqual(JSON.parse(printed), { ...RIGHTS, secrets: 'ENOENT', variables });
      }
    },
    LIMIT_MS,
  );

  it(
    'every Deployment restarted one after the other: no request fails (R13)',
    async () => {
      const { namespace } = deployment;
      const sent = await runDuring('Rollout restart', async () => {
        for (const [name, count] of DEPLOYMENTS) {
          const before = await namespace.pods(name);
          await namespace.run('rollout', 'restart', `deployment/${name}`);
          await namespace.run('rollout', 'status', `deployment/${name}`, '--timeout=5m');
          const after = await namespace.pods(name);
          assert.deepEqual([after.length, after.filter((pod) => before.includes(pod))], [count, []]);
        }
        for (const [name, count] of DEPLOYMENTS) await namespace.waitForPods(name, count);
      });
      assert.deepEqual(failuresIn(sent), []);
    },
    LIMIT_MS,
  );

  for (const name of ['nats', 'mongodb'])
    it(
      `the members of ${name} replaced one after the other: 503 with Retry-After at most`,
      async () => {
        const { namespace } = deployment;
        const sent = await runDuring(`Members of ${name} replaced`, async () => {
          await namespace.run('rollout', 'restart', `statefulset/${name}`);
          await namespace.run('rollout', 'status', `statefulset/${name}`, '--timeout=15m');
        });
        assert.deepEqual(unexpectedFailuresIn(sent), []);
      },
      LIMIT_MS,
    );

  /** The autoscaler would undo `kubectl scale`; its bounds decide, also where it measures nothing. */
  const setBounds = (service: ServiceName, minReplicas: number, maxReplicas: number): Promise<string> => {
    const patch = JSON.stringify({ spec: { minReplicas, maxReplicas } });
    return deployment.namespace.run('patch', 'hpa', service, '--patch', patch);
  };

  it(
    'standards with three pods, with one and with two again: no request fails',
    async () => {
      const sent = await runDuring('Scaled to 3, 1 and 2', async () => {
        for (const count of [3, 1, REPLICAS]) {
          await setBounds('standards', count, count);
          await deployment.namespace.waitForPods('standards', count);
          await delay(CALM_MS);
        }
      });
      assert.deepEqual(failuresIn(sent), []);
    },
    LIMIT_MS,
  );

  skipIf(missingMetrics).it(
    'the autoscaler adds a pod of standards under load: no request fails',
    async () => {
      const sent = await runDuring('Scaled by use', async () => {
        await setBounds('standards', REPLICAS, REPLICAS + 1);
        await deployment.namespace.waitForPods('standards', REPLICAS + 1);
        await setBounds('standards', REPLICAS, REPLICAS);
        await deployment.namespace.waitForPods('standards', REPLICAS);
      });
      assert.deepEqual(failuresIn(sent), []);
    },
    LIMIT_MS,
  );

  /** Ends a pod or process of each service behind the gateway, one after the other, and checks what callers see. */
  const tryEnds = async (title: string, end: (pod: string) => Promise<number>): Promise<void> => {
    const { namespace } = deployment;
    const endedAt: number[] = [];
    const sent = await runDuring(title, async () => {
      for (const service of BEHIND_GATEWAY) {
        const [pod = ''] = await namespace.pods(service);
        endedAt.push(await end(pod));
        await delay(CALM_MS);
        await namespace.waitForPods(service, REPLICAS);
      }
    });
    const unavailable = Math.max(...unavailableTimes(sent, endedAt));
    process.stdout.write(`503 after an end: at most ${(unavailable / 1000).toFixed(1)} s (bar 2 s)\n`);
    assert.deepEqual(unexpectedFailuresIn(sent), []);
  };

  it(
    'a pod of each service deleted by force: 503 with Retry-After at most, and no acknowledged write lost (R1)',
    () =>
      tryEnds('Pods deleted by force', async (pod) => {
        const deletedAt = performance.now();
        await deployment.namespace.run('delete', 'pod', pod, '--grace-period=0', '--force');
        return deletedAt;
      }),
    LIMIT_MS,
  );

  it(
    'a process of each service that ends at once: 503 with Retry-After at most, and no acknowledged write lost (R1)',
    () => tryEnds('Processes ended at once', (pod) => crash(deployment.namespace, pod)),
    LIMIT_MS,
  );

  it(
    'a backup is restored into new servers by the documented commands: what was there before it, and nothing later (R18)',
    async () => {
      const anyone = new RestClient(deployment.base);
      const signIn = (name: string) => anyone.openSession('account.login', accountOf(name));
      await anyone.openSession('account.register', { ...accountOf('before'), name: 'Before' });
      const backup = await deployment.backUp();
      await anyone.openSession('account.register', { ...accountOf('after'), name: 'After' });
      const printed = await deployment.restore(backup);
      process.stdout.write(`${printed}\n`);
      assert.match(printed, /^Restored as it was at /m);
      await signIn('before');
      await assert.rejects(signIn('after'), ApiError);
      const titles: string[] = [];
      await runMainJob(deployment.base, (title) => titles.push(title), deployment.administrator);
      assert.ok(titles.includes('Edition imported'), titles.join(', '));
    },
    LIMIT_MS,
  );
});

const accountOf = (name: string) => ({
  email: `${name}-the-backup@example.org`,
  password: `a long password of ${name}`,
});
