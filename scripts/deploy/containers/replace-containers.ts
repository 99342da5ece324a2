/**
 * `npm run replace-containers [-- SERVICE …]`: replaces the containers of each Docker Compose service without a
 * failed request. To deploy a new version, run `docker compose build` first. The gateways come last, so that every
 * endpoint they announce has its service; NATS reloads the permissions of its users before the first.
 */
import { SERVICE_NAMES } from '../../../shared/contracts/services.ts';
import { exitWithError } from '../../start/launcher/fatal-error.ts';
import { ComposeProject, docker } from './compose.ts';

try {
  const named = process.argv.slice(2);
  const services =
    named.length > 0 ? named : [...SERVICE_NAMES.filter((name) => name !== 'gateway'), 'gateway'];
  const project = new ComposeProject();
  await renewSecrets(project);
  for (const service of services) await project.replace(service, console.log);
} catch (error) {
  exitWithError(error);
}

/** A new version may send other messages: NATS reads the permissions of its users again. */
async function renewSecrets(project: ComposeProject): Promise<void> {
  await project.run('run', '--rm', '--no-deps', 'secrets');
  for (const id of await project.containers('nats')) await docker(['kill', '--signal', 'HUP', id]);
}
