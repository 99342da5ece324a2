/**
 * Tests in which the container of standards is killed with -9 at each step of a save, a publication and a merge. Its
 * connection to MongoDB leads through a proxy on this machine.
 */
import { docker, waitUntilHealthy } from '../../scripts/deploy/containers/compose.ts';
import { CommandProxy } from '../kill/command-proxy.ts';
import { type CrashTarget, describeCrashSteps } from '../kill/crash-steps.ts';
import { ComposeDeployment, missingEngine } from './compose-deployment.ts';

const MONGODB_PORT = 27017;
const NETWORK = '{{range .NetworkSettings.Networks}}{{.Gateway}} {{.IPAddress}}{{end}}';

async function start(): Promise<CrashTarget> {
  const deployment = await ComposeDeployment.start();
  const idOf = async (service: string): Promise<string> =>
    (await deployment.project.containers(service))[0] ?? '';
  const [gateway, mongodb] = (await docker(['inspect', '--format', NETWORK, await idOf('mongodb')])).split(
    ' ',
  );
  const proxy = await CommandProxy.start(`mongodb://${mongodb}:${MONGODB_PORT}`, 'css-standards', {
    host: gateway,
    port: MONGODB_PORT,
  });
  await deployment.replaceHost('standards', 'mongodb', gateway ?? '');
  const id = await idOf('standards');
  return {
    base: deployment.base,
    proxy,
    async kill() {
      await docker(['kill', '--signal', 'KILL', id]);
    },
    async restart() {
      await docker(['start', id]);
      await waitUntilHealthy(id);
      await deployment.waitUntilHealthy();
    },
    async stop() {
      await deployment.stop();
      await proxy.stop();
    },
  };
}

describeCrashSteps(
  'the container of standards is killed at a step of a write (R2)',
  await missingEngine(),
  start,
);
