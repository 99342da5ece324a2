/**
 * Tests in which the standards service is killed with -9 at each step of a save, a publication and a merge, as a
 * process of its own over a real NATS. Runs with EVERY_STEP (`npm run dev -- kill:steps`), because each step takes a
 * restart.
 */
import { databasePrefix, missingServer, mongodbUri } from '../test-servers.ts';
import { CommandProxy } from './command-proxy.ts';
import { type CrashTarget, describeCrashSteps } from './crash-steps.ts';
import { Deployment } from './deployment.ts';

const IN_ANOTHER_RUN =
  process.env.EVERY_STEP === undefined && 'npm run dev -- kill:steps kills at every step';
const PROCESSES = {
  'everything else': 'gateway,identity,wiki-moderation,projects,datasheets,files,audit',
  standards: 'standards',
};

async function start(): Promise<CrashTarget> {
  const prefix = databasePrefix('crash');
  const proxy = await CommandProxy.start(mongodbUri(), `${prefix}-standards`);
  const deployment = await Deployment.start(PROCESSES, { standards: { MONGODB_URI: proxy.uri } }, prefix);
  return {
    base: deployment.base,
    proxy,
    kill: () => deployment.kill('standards'),
    async restart() {
      await deployment.restart('standards');
      await deployment.waitUntilHealthy();
    },
    async stop() {
      await deployment.stop();
      await proxy.stop();
    },
  };
}

describeCrashSteps(
  'the standards service is killed at a step of a write (R2)',
  IN_ANOTHER_RUN || missingServer('NATS') || missingServer('MONGODB'),
  start,
);
