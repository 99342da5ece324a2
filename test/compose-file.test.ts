/**
 * `docker-compose.yml` against this repository: its services, secrets, variables and the versions of its servers.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { SERVICE_NAMES } from '../shared/contracts/services.ts';
import { environmentVariables } from '../shared/kernel/node/config.ts';
import { fileVariableOf } from '../shared/kernel/node/environment-reader.ts';
import { clientsOf } from '../shared/kernel/node/servers-of-services.ts';
import { GRACE_SECONDS } from '../shared/kernel/node/shutdown-times.ts';
import { mongodb } from './servers/mongodb.ts';
import { redis } from './servers/redis.ts';
import { s3 } from './servers/s3.ts';

interface ComposeService {
  image?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, object>;
  stop_grace_period?: string;
}
interface ComposeFile {
  services: Record<string, ComposeService>;
}

const schema = CORE_SCHEMA.withTags(mergeTag);
const { services } = load(readFileSync('docker-compose.yml', 'utf8'), { schema }) as ComposeFile;
const dockerfile = readFileSync('Dockerfile', 'utf8');
const serviceOf = (name: string): ComposeService => services[name] ?? {};

describe('docker-compose.yml', () => {
  it('has a container for each service, which mounts only its own secrets', () => {
    for (const name of SERVICE_NAMES) {
      const { environment, volumes = [] } = serviceOf(name);
      assert.equal(environment?.SERVICES, name);
      const secrets = volumes.filter((volume) => volume.startsWith('secrets'));
      assert.deepEqual(secrets, [`secrets-${name}:/run/secrets:ro`]);
    }
  });

  it('starts a service after the servers it is a client of, and gives it their addresses', () => {
    const servers = [
      ['mongodb', 'mongodb-set-up', 'MONGODB_URI_FILE'],
      ['nats', 'nats', 'NATS_URL_FILE'],
      ['redis', 'redis', 'REDIS_URL_FILE'],
      ['s3', 's3', 'S3_ENDPOINT'],
    ] as const;
    for (const [server, container, variable] of servers)
      for (const name of clientsOf(server)) {
        const { environment = {}, depends_on = {} } = serviceOf(name);
        assert.ok(container in depends_on && variable in environment, `${name} and ${server}`);
      }
    for (const [server, container, variable] of servers.slice(2))
      assert.deepEqual(
        SERVICE_NAMES.filter((name) => {
          const { environment = {}, depends_on = {} } = serviceOf(name);
          return container in depends_on || variable in environment;
        }),
        clientsOf(server),
      );
  });

  it('gives each service the grace time of every launcher to finish its requests', () => {
    for (const name of [...SERVICE_NAMES, 'single'])
      assert.equal(serviceOf(name).stop_grace_period, `${GRACE_SECONDS}s`, name);
  });

  it('hands on every variable of the configuration, and no other', () => {
    const declared = environmentVariables().flatMap(({ name }) => [name, fileVariableOf(name)]);
    const set = new Set(
      [...SERVICE_NAMES, 'single'].flatMap((name) => Object.keys(serviceOf(name).environment ?? {})),
    );
    assert.deepEqual(
      [...set].filter((name) => !declared.includes(name)),
      [],
    );
    const isInImage = (name: string): boolean => new RegExp(`\\b${name}=`).test(dockerfile);
    const missing = environmentVariables()
      .map(({ name }) => name)
      .filter((name) => !set.has(name) && !set.has(fileVariableOf(name)) && !isInImage(name));
    // The gateways listen on the default port of their containers; the image sets HEALTH_PORT.
    assert.deepEqual(missing, ['METRICS_PORT', 'PORT']);
  });

  it('runs the servers that the tests run', () => {
    for (const [name, { image }] of Object.entries({ mongodb, redis, s3 }))
      assert.equal(serviceOf(name).image, image);
  });
});
