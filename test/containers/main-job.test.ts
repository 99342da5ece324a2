/**
 * Tests of the deployment of `docker-compose.yml` as a newcomer starts it: the main job, the rights of its containers,
 * a call on the bus, a backup and its restoration, one container with everything.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import { docker } from '../../scripts/deploy/containers/compose.ts';
import { ADMINISTRATOR } from '../../scripts/start/launcher/test-administrator.ts';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { RestClient } from '../../shared/rest-client/client.ts';
import { runMainJob } from '../../tools/demo/main-job.ts';
import { createKey } from '../../tools/world/accounts.ts';
import { skipIf } from '../skip-if.ts';
import { ComposeDeployment, missingEngine } from './compose-deployment.ts';
import { RIGHTS, RIGHTS_SCRIPT } from './container-rights.ts';

const LIMIT_MS = 15 * 60_000;
const missing = await missingEngine();

skipIf(missing).describe('Docker Compose', () => {
  let deployment: ComposeDeployment;
  beforeAll(async () => {
    deployment = await ComposeDeployment.start();
  }, LIMIT_MS);
  afterAll(() => deployment?.stop(), LIMIT_MS);

  it(
    'plays the main job with the first password of the administrator, each service in a container of its own',
    async () => {
      const steps: string[] = [];
      await runMainJob(deployment.base, (title) => steps.push(title), await deployment.administrator());
      assert.ok(steps.includes('Edition imported'), steps.join(', '));
      for (const service of SERVICE_NAMES)
        assert.equal((await deployment.project.containers(service)).length, 1, service);
    },
    LIMIT_MS,
  );

  it(
    'a service runs without privileges, without a shell, on a read-only file system, and sees only its own secrets',
    async () => {
      const [id = ''] = await deployment.project.containers('standards');
      assert.deepEqual(JSON.parse(await docker(['exec', id, 'node', '-e', RIGHTS_SCRIPT])), {
        ...RIGHTS,
        secrets: 'cluster-secret,mongodb-uri,nats-url',
        variables: [],
      });
    },
    LIMIT_MS,
  );

  it(
    'a service reads no database of another one',
    async () => {
      const [id = ''] = await deployment.project.containers('standards');
      const script = `
        const { MongoClient } = require('mongodb');
        const uri = require('node:fs').readFileSync('/run/secrets/mongodb-uri', 'utf8').trim();
        MongoClient.connect(uri).then(async (client) => {
          const read = (name) => client.db(name).collection('users').findOne().then(() => 'read', ({ codeName }) => codeName);
          console.log(await read('css-standards'), await read('css-identity'));
          await client.close();
        });`;
      assert.equal(await docker(['exec', id, 'node', '-e', script]), 'read Unauthorized');
    },
    LIMIT_MS,
  );

  it(
    'calls an endpoint on the bus with an API key, as the user tools',
    async () => {
      const session = await new RestClient(deployment.base).openSession(
        'account.login',
        await deployment.administrator(),
      );
      const { secret } = await createKey(session);
      const variables = [`CSS_KEY=${secret}`, 'NATS_URL_FILE=/run/secrets/nats-url'];
      const printed = await deployment.project.run(
        ...['run', '--rm', '--no-deps', ...variables.flatMap((variable) => ['--env', variable])],
        ...['tools', 'scripts/deploy/bus.ts', 'discovery.whoami'],
      );
      assert.equal(JSON.parse(printed).user.email, ADMINISTRATOR.email);
    },
    LIMIT_MS,
  );

  it(
    'takes a backup while it runs, and restores it under another name',
    async () => {
      const tool = (script: string, prefix: string): Promise<string> =>
        deployment.project.run(
          ...['run', '--rm', '--no-deps', '--env', `DATABASE_PREFIX=${prefix}`],
          ...['--env', `S3_BUCKET=${prefix === 'css' ? 'files' : prefix}`, 'tools', script, '/data/nightly'],
        );
      const time = /^Backup of (\S+):/m.exec(await tool('scripts/deploy/backup.ts', 'css'))?.[1];
      assert.ok(time);
      assert.match(
        await tool('scripts/deploy/restore.ts', 'restored'),
        new RegExp(`^Restored as it was at ${time}`, 'm'),
      );
    },
    LIMIT_MS,
  );

  it(
    'the password of the administrator is in no log, also after another start',
    async () => {
      const { project } = deployment;
      const { password } = await deployment.administrator();
      await project.run('up', '--detach', '--wait');
      assert.ok(!(await project.run('logs')).includes(password));
    },
    LIMIT_MS,
  );

  it(
    'only the clients of a server reach it',
    async () => {
      const script = `
        const { lookup } = require('node:dns/promises');
        const found = (name) => lookup(name).then(() => [name], () => []);
        Promise.all(['mongodb', 'nats', 'redis', 's3', 'gateway'].map(found)).then((names) => console.log(names.flat().join()));`;
      const reached: string[] = [];
      for (const service of ['gateway', 'standards', 'files']) {
        const [id = ''] = await deployment.project.containers(service);
        reached.push(`${service}: ${await docker(['exec', id, 'node', '-e', script])}`);
      }
      assert.deepEqual(reached, [
        'gateway: nats,redis,s3,gateway',
        'standards: mongodb,nats,gateway',
        'files: mongodb,nats,s3,gateway',
      ]);
    },
    LIMIT_MS,
  );

  it(
    'runs as one container beside its servers, on the same data, and not beside the eight',
    async () => {
      const { project } = deployment;
      await assert.rejects(project.run('up', '--detach', '--wait', 'single'), /services-stopped/);
      assert.match(await project.run('logs', 'services-stopped'), /Refused while .*standards/);
      assert.deepEqual(await project.containers('single'), []);
      await project.run('stop', ...SERVICE_NAMES);
      await project.run('up', '--detach', '--wait', 'single');
      await deployment.waitUntilHealthy();
      const titles: string[] = [];
      const administrator = await deployment.administrator('single');
      await runMainJob(deployment.base, (title) => titles.push(title), administrator);
      assert.ok(titles.includes('Edition imported'), titles.join(', '));
      await assert.rejects(project.run('up', '--detach', '--wait', 'standards'), /single-stopped/);
    },
    LIMIT_MS,
  );

  it(
    'an operator’s command reads the databases of all services',
    async () => {
      const printed = await deployment.project.run(
        'run',
        '--rm',
        '--no-deps',
        'tools',
        'scripts/verify/verify-audit.ts',
      );
      assert.match(printed, /^VERIFIED \d+ entries/m);
    },
    LIMIT_MS,
  );
});
