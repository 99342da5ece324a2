/**
 * Tests of the overlays of `k8s/` as kustomize builds them, and of the configuration of NATS as the server reads it.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from '@jest/globals';
import { derivedKubernetesFiles } from '../../scripts/deploy/write-kubernetes-manifests.ts';
import { fillSecretsTemplate, missingProgramLines } from '../../scripts/deploy/write-kubernetes-secrets.ts';
import { locateProgram } from '../../scripts/start/embedded-servers/locate-program.ts';
import { NATS_SERVER } from '../../scripts/start/embedded-servers/programs.ts';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { clientsOf } from '../../shared/kernel/node/servers-of-services.ts';
import { afterTest } from '../after-test.ts';
import { skipIf } from '../skip-if.ts';
import { missingServer } from '../test-servers.ts';
import { type KubernetesManifest, parseManifests, podTemplateOf, readVariables } from './manifest-files.ts';

const hasKubectl = spawnSync('kubectl', ['version', '--client'], { stdio: 'ignore' }).status === 0;

/** A copy of `k8s/` with the secrets of both overlays. */
function copyWithSecrets(): string {
  const folder = mkdtempSync(join(tmpdir(), 'css-k8s-'));
  afterTest(() => rmSync(folder, { recursive: true }));
  cpSync('k8s', folder, { recursive: true });
  for (const overlay of ['in-cluster', 'external']) {
    const template = readFileSync(join(folder, overlay, 'secrets.template.env'), 'utf8');
    writeFileSync(join(folder, overlay, 'secrets.env'), fillSecretsTemplate(template));
  }
  return folder;
}

const namesOf = (manifests: readonly KubernetesManifest[], kind: string): string[] =>
  manifests.filter((manifest) => manifest.kind === kind).map(({ metadata }) => metadata.name);

/** The names of the ConfigMaps and Secrets that give a pod its variables. */
const referencesOf = (manifest: KubernetesManifest): string[] =>
  (podTemplateOf(manifest)?.spec.containers ?? []).flatMap(({ env = [], envFrom = [] }) => [
    ...envFrom.map(({ configMapRef }) => configMapRef.name),
    ...env.flatMap(
      ({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? valueFrom?.configMapKeyRef?.name ?? [],
    ),
  ]);

describe('the overlays of k8s/', () => {
  for (const [overlay, servers] of [
    ['in-cluster', ['mongodb', 'nats', 's3']],
    ['external', []],
    ['trial', ['mongodb', 'nats', 's3']],
  ] as const)
    skipIf(!hasKubectl && 'no kubectl on the PATH').it(`${overlay} is built by kustomize`, () => {
      const built = spawnSync('kubectl', ['kustomize', join(copyWithSecrets(), overlay)], {
        encoding: 'utf8',
      });
      assert.equal(built.status, 0, built.stderr);
      const manifests = parseManifests(built.stdout);
      assert.deepEqual(namesOf(manifests, 'StatefulSet').sort(), servers);
      for (const name of SERVICE_NAMES) assert.ok(namesOf(manifests, 'Deployment').includes(name), name);
      // A reference that kustomize does not know would keep the plain name, and the pod would wait for ever.
      const named = manifests.flatMap(referencesOf);
      assert.ok(named.length > 50);
      for (const name of named) assert.match(name, /^(secrets|servers|configuration)-[0-9a-z]{10}$/);
    });

  skipIf(!hasKubectl && 'no kubectl on the PATH').it(
    'while a backup is restored no service has a pod, no backup begins, and a Job has what it needs',
    () => {
      const folder = copyWithSecrets();
      appendFileSync(join(folder, 'in-cluster', 'kustomization.yaml'), 'components: [../restore]\n');
      const built = spawnSync('kubectl', ['kustomize', join(folder, 'in-cluster')], { encoding: 'utf8' });
      assert.equal(built.status, 0, built.stderr);
      const manifests = parseManifests(built.stdout);
      const replicas = new Map(
        manifests.flatMap(({ kind, metadata, spec }) =>
          kind === 'Deployment' ? [[metadata.name, spec?.replicas]] : [],
        ),
      );
      for (const name of SERVICE_NAMES) assert.equal(replicas.get(name), 0, name);
      assert.equal(replicas.get('redis'), 1);
      assert.equal(manifests.find(({ kind }) => kind === 'CronJob')?.spec?.suspend, true);
      const job = manifests.find(({ metadata }) => metadata.name === 'restore');
      assert.ok(job && referencesOf(job).every((name) => /^(secrets|servers)-[0-9a-z]{10}$/.test(name)));
      assert.equal(podTemplateOf(job)?.spec.containers[0]?.image, 'construction-specification-service:dev');
    },
  );

  skipIf(!hasKubectl && 'no kubectl on the PATH').it(
    'with OpenSearch the services that search have its three nodes, and no other has',
    () => {
      const folder = copyWithSecrets();
      appendFileSync(join(folder, 'in-cluster', 'kustomization.yaml'), 'components: [../search]\n');
      const built = spawnSync('kubectl', ['kustomize', join(folder, 'in-cluster')], { encoding: 'utf8' });
      assert.equal(built.status, 0, built.stderr);
      const manifests = parseManifests(built.stdout);
      assert.ok(namesOf(manifests, 'StatefulSet').includes('opensearch'));
      const urls = manifests.flatMap((manifest) =>
        (podTemplateOf(manifest)?.spec.containers ?? []).flatMap(({ name, env = [] }) =>
          env.flatMap((variable) => (variable.name === 'SEARCH_URL' ? [{ ...variable, name }] : [])),
        ),
      );
      const nodes = [0, 1, 2].map((number) => `http://opensearch-${number}.opensearch:9200`);
      assert.deepEqual(
        urls,
        clientsOf('search').map((name) => ({ name, value: nodes.join(',') })),
      );
    },
  );

  it('get secrets that differ, and addresses with the same passwords', () => {
    const folder = copyWithSecrets();
    const secrets = readVariables(join(folder, 'in-cluster', 'secrets.env'));
    const passwords = [...secrets].flatMap(([name, value]) =>
      /PASSWORD$|SECRET$/.test(name) ? [value] : [],
    );
    assert.ok(passwords.length > 20 && new Set(passwords).size === passwords.length);
    // NATS takes a password that begins with a digit for a number.
    for (const password of passwords) assert.match(password, /^[a-z][0-9a-f]{48}$/);
    assert.equal(secrets.get('REDIS_URL'), `redis://:${secrets.get('REDIS_PASSWORD')}@redis:6379`);
  });

  it('get a password for each new program, and keep the others (H31)', () => {
    const secrets = 'NATS_TOOLS_PASSWORD=kept\nNATS_REPORTS_PASSWORD=kept\n';
    assert.equal(missingProgramLines(secrets, ['reports', 'bill-2']), 'NATS_BILL_2_PASSWORD=<random>\n');
    assert.equal(missingProgramLines(secrets, ['reports']), '');
  });

  skipIf(missingServer('NATS')).it('the NATS server accepts its configuration (H31)', async () => {
    const folder = copyWithSecrets();
    await assertNatsAccepts(folder);
  });

  skipIf(missingServer('NATS')).it('a program gets its user, and the server its password (H31)', async () => {
    const folder = copyWithSecrets();
    for (const [file, text] of derivedKubernetesFiles(['reports', 'bill-2']))
      writeFileSync(join(folder, file.slice('k8s/'.length)), text);
    const file = join(folder, 'in-cluster', 'secrets.env');
    appendFileSync(
      file,
      fillSecretsTemplate(missingProgramLines(readFileSync(file, 'utf8'), ['reports', 'bill-2'])),
    );
    await assertNatsAccepts(folder);
    const [nats] = manifestsWithin(folder, 'in-cluster/nats.yaml').filter(
      ({ kind }) => kind === 'StatefulSet',
    );
    const variables = (nats && podTemplateOf(nats)?.spec.containers[0]?.env) ?? [];
    const keys = variables.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.key ?? []);
    assert.equal(keys.length, SERVICE_NAMES.length + 4);
    for (const key of keys) assert.ok(readVariables(file).has(key), key);
    for (const key of ['NATS_REPORTS_PASSWORD', 'NATS_BILL_2_PASSWORD']) assert.ok(keys.includes(key));
  });
});

const manifestsWithin = (folder: string, file: string): KubernetesManifest[] =>
  parseManifests(readFileSync(join(folder, file), 'utf8'));

async function assertNatsAccepts(folder: string): Promise<void> {
  const { path } = await locateProgram(NATS_SERVER);
  const tried = spawnSync(path, ['-t', '-c', join(folder, 'in-cluster', 'nats.conf')], {
    encoding: 'utf8',
    env: {
      POD_NAME: 'nats-0',
      ...Object.fromEntries(readVariables(join(folder, 'in-cluster', 'secrets.env'))),
    },
  });
  assert.equal(tried.status, 0, tried.stderr);
}
