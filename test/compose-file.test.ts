/**
 * Tests of `docker-compose.yml` against this repository: its services, secrets, variables and the versions of its
 * servers.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { imageVariables, withDigests } from '../scripts/deploy/containers/base-images.ts';
import { SERVICE_NAMES } from '../shared/contracts/services.ts';
import { environmentVariables } from '../shared/kernel/node/config.ts';
import { fileVariableOf } from '../shared/kernel/node/environment-reader.ts';
import { clientsOf } from '../shared/kernel/node/servers-of-services.ts';
import { GRACE_SECONDS } from '../shared/kernel/node/shutdown-times.ts';
import { mongodb } from './servers/mongodb.ts';
import { opensearch } from './servers/opensearch.ts';
import { redis } from './servers/redis.ts';
import { s3 } from './servers/s3.ts';

interface ComposeService {
  profiles?: string[];
  image?: string;
  user?: string;
  command?: string | string[];
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, object>;
  networks?: string[] | Record<string, object | null>;
  network_mode?: string;
  ports?: string[];
  mem_limit?: string;
  pids_limit?: number;
  stop_grace_period?: string;
}
interface ComposeFile {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
}

const schema = CORE_SCHEMA.withTags(mergeTag);
const { services, networks } = load(readFileSync('docker-compose.yml', 'utf8'), { schema }) as ComposeFile;
const dockerfile = readFileSync('Dockerfile', 'utf8');
const serviceOf = (name: string): ComposeService => services[name] ?? {};
const networksOf = (name: string): string[] => {
  const { networks: own = [] } = serviceOf(name);
  return Array.isArray(own) ? own : Object.keys(own);
};
/** The containers of a network, without those that only prepare or check something. */
const membersOf = (network: string): string[] =>
  Object.keys(services).filter(
    (name) => networksOf(name).includes(network) && !/-stopped$|-set-up$/.test(name),
  );

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
        assert.ok(container in depends_on && environment[variable], `${name} and ${server}`);
      }
    for (const [server, , variable] of servers)
      assert.deepEqual(
        SERVICE_NAMES.filter((name) => serviceOf(name).environment?.[variable]),
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
    // The gateways listen on the default port of their containers; the image sets HEALTH_PORT; `secrets` makes the users of programs.
    assert.deepEqual(missing, ['METRICS_PORT', 'PORT', 'BUS_PROGRAMS']);
  });

  it('limits the memory and the processes of every container, and runs every server as a user of its own', () => {
    for (const [name, { mem_limit, pids_limit }] of Object.entries(services))
      assert.ok(mem_limit !== undefined && pids_limit !== undefined, name);
    for (const name of ['mongodb', 'nats', 'redis', 's3', 'opensearch'])
      assert.match(serviceOf(name).user ?? '', /^[1-9]\d*:[1-9]\d*$/, name);
  });

  it('connects each container only with those it needs', () => {
    for (const [name, { network_mode }] of Object.entries(services))
      assert.ok(network_mode === 'none' || networksOf(name).length > 0, `${name} is in the default network`);
    assert.deepEqual(
      membersOf('database').sort(),
      [...clientsOf('mongodb'), 'mongodb', 'single', 'tools'].sort(),
    );
    assert.deepEqual(membersOf('bus').sort(), [...clientsOf('nats'), 'nats', 'tools'].sort());
    assert.deepEqual(membersOf('limits').sort(), [...clientsOf('redis'), 'redis'].sort());
    assert.deepEqual(membersOf('store').sort(), [...clientsOf('s3'), 's3', 'single', 'tools'].sort());
    assert.deepEqual(membersOf('search').sort(), [...clientsOf('search'), 'opensearch', 'single'].sort());
    assert.deepEqual(membersOf('front').sort(), ['gateway', 'load-balancer', 'single']);
    assert.deepEqual(membersOf('downloads').sort(), ['load-balancer', 's3']);
    const internal = Object.keys(networks).filter((name) => networks[name]?.internal);
    assert.deepEqual(internal.sort(), ['database', 'limits', 'search', 'store']);
  });

  it('opens the API, the files and the bus each at an address of its own, by default of this machine', () => {
    const ports = Object.values(services).flatMap(({ ports: own = [] }) => own);
    const addresses = ports.map((port) => /^\$\{(\w+):-([\d.]+)\}:/.exec(port)?.slice(1).join('='));
    assert.deepEqual(addresses.sort(), [
      'FILES_LISTEN=127.0.0.1',
      'LISTEN=127.0.0.1',
      'NATS_LISTEN=127.0.0.1',
    ]);
  });

  it('starts the eight services and the container with all of them only where the other side is stopped', () => {
    const others = SERVICE_NAMES.filter((name) => name !== 'gateway');
    const commandOf = (name: string): string[] => [serviceOf(name).command ?? []].flat().slice(1);
    // `gateway` is an alias of the single container, too.
    assert.deepEqual(commandOf('services-stopped').sort(), [...others].sort());
    assert.deepEqual(commandOf('single-stopped'), ['single']);
    for (const name of SERVICE_NAMES) assert.ok('single-stopped' in (serviceOf(name).depends_on ?? {}), name);
    assert.ok('services-stopped' in (serviceOf('single').depends_on ?? {}));
  });

  it('can be run with stand-ins, which have the tags of all base images and no digests', () => {
    const tags = Object.entries(imageVariables()).map(([name, { image }]) => `${name}=${image}`);
    const lines = readFileSync('docker/local-images.env', 'utf8').split('\n');
    assert.deepEqual(lines.filter((line) => /^\w/.test(line)).sort(), tags.sort());
    assert.deepEqual([...dockerfile.matchAll(/^FROM (?!\$\{|packages)/gm)], []);
  });

  it('starts OpenSearch only where it is asked for, and hands its address to those that search', () => {
    assert.deepEqual(serviceOf('opensearch').profiles, ['search']);
    for (const name of [...clientsOf('search'), 'single'])
      assert.match(serviceOf(name).environment?.SEARCH_URL ?? '', /^\$\{SEARCH_URL:-\}$/, name);
    for (const [name, { depends_on = {} }] of Object.entries(services))
      assert.ok(!('opensearch' in depends_on), name);
  });

  it('runs the servers that the tests run', () => {
    for (const [name, { image }] of Object.entries({ mongodb, redis, s3, opensearch }))
      assert.equal(
        withDigests(serviceOf(name).image ?? '', () => null),
        `\${${name.toUpperCase()}_IMAGE:-${image}}`,
      );
  });
});
