/**
 * Containers `single-stopped` and `services-stopped` of `docker-compose.yml`: end with an error where a container of one
 * of the named services runs. Docker's name server knows only containers that run.
 */
import { lookup } from 'node:dns/promises';

const services = process.argv.slice(2);
const states = await Promise.all(
  services.map((name) =>
    lookup(name).then(
      () => [name],
      () => [],
    ),
  ),
);
const running = states.flat();
if (running.length > 0) {
  // Without names it stops everything, the gateways included, which nothing here is a client of.
  const command = ['docker compose stop', ...(services.length === 1 ? services : [])].join(' ');
  console.error(`Refused while ${running.join(', ')} run on the same data. First: ${command}`);
  process.exitCode = 1;
}
