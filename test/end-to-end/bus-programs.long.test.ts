/**
 * Tests of programs on the bus in processes of their own: the shell command, the example of a nightly report, and the
 * examples without our client.
 */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { it } from '@jest/globals';
import { createKey } from '../../tools/world/accounts.ts';
import { createProject } from '../../tools/world/projects.ts';
import { afterTest } from '../after-test.ts';
import { programEnvironment } from '../program-environment.ts';
import { skipIf } from '../skip-if.ts';
import { missingServer } from '../test-servers.ts';
import { useStarted } from '../use-started.ts';
import { startBusWorld } from '../world/bus-world.ts';

interface ProgramResult {
  status: number;
  stdout: string;
  stderr: string;
}

skipIf(missingServer('NATS')).describe('programs on the bus', () => {
  const world = useStarted(startBusWorld);

  /** Runs a program as the owner of a key. */
  const run = (
    script: string,
    args: readonly string[],
    env: Record<string, string> = world().programEnv(world().ada.secret),
    input = '',
  ): Promise<ProgramResult> =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [script, ...args],
        { env: { ...programEnvironment(), DATA_DIR: '/nonexistent', ...env } },
        (error, stdout, stderr) => resolve({ status: Number(error?.code ?? 0), stdout, stderr }),
      );
      child.stdin?.end(input);
    });

  it('npm run bus: the response is JSON on standard output, a problem document on standard error', async () => {
    const { ada, mallory } = world();
    const about = JSON.stringify({ id: ada.standardId });
    const found = await run('scripts/deploy/bus.ts', ['standards.get', about]);
    assert.deepEqual([found.status, found.stderr], [0, '']);
    assert.deepEqual(JSON.parse(found.stdout), await ada.key.call('standards.get', { id: ada.standardId }));
    assert.equal(
      (await run('scripts/deploy/bus.ts', ['standards.get', '-'], undefined, about)).stdout,
      found.stdout,
    );
    const denied = await run(
      'scripts/deploy/bus.ts',
      ['standards.get', about],
      world().programEnv(mallory.secret),
    );
    const problem = JSON.parse(denied.stderr);
    assert.deepEqual([denied.status, denied.stdout, problem.status, problem.code], [1, '', 404, 'NOT_FOUND']);
    const invalid = await run('scripts/deploy/bus.ts', ['standards.get', '{"id":"x"}']);
    assert.deepEqual(
      [invalid.status, JSON.parse(invalid.stderr).code, JSON.parse(invalid.stderr).errors[0].path],
      [1, 'VALIDATION_ERROR', 'id'],
    );
  });

  it('npm run bus: its exit code says what is wrong', async () => {
    const { nats, ada } = world();
    const env = world().programEnv(ada.secret);
    const closed = new URL(nats.urlFor('tools'));
    closed.port = '1';
    for (const [status, args, variables, said] of [
      [0, ['--help'], {}, /^$/],
      [64, [], env, /Name one endpoint/],
      [64, ['standards.get', '[1]'], env, /one JSON object/],
      [64, ['standards.get', '--nowhere'], env, /nowhere/],
      [78, ['standards.get'], { ...env, CSS_KEY: '' }, /CSS_KEY/],
      [78, ['standards.get'], { CSS_KEY: ada.secret }, /^Set NATS_URL.*or DATA_DIR to the folder/],
      [77, ['account.keys.list'], env, /SESSION_REQUIRED/],
      [77, ['projects.list'], { ...env, CSS_KEY: 'css_live_wrong' }, /UNAUTHENTICATED/],
      [
        77,
        ['projects.list'],
        { ...env, NATS_URL: nats.urlFor('tools').replace('tools:', 'tools:x') },
        /NATS/,
      ],
      [69, ['projects.list'], { ...env, NATS_URL: closed.href }, /SERVICE_UNAVAILABLE/],
    ] as const) {
      const result = await run('scripts/deploy/bus.ts', args, variables);
      assert.match(result.stderr, said);
      assert.equal(result.status, status, `${args.join(' ')}: ${result.stderr}`);
    }
  });

  it('the nightly report names the projects whose datasheets need an upgrade, and nothing else', async () => {
    const { ada } = world();
    const { standardId, revisionIds, key } = ada;
    const upToDate = await run('examples/upgrade-report.ts', []);
    assert.deepEqual(upToDate, { status: 0, stdout: '', stderr: '' });
    const pins = [{ standardId, revisionId: revisionIds[0] }];
    const id = await createProject(key, { name: 'City bridge' }, pins);
    const piers = { standard_id: standardId, project_id: id, name: 'Piers', elementValues: {} };
    await key.call('datasheets.create', piers);
    const changes = [{ standardId, toStandardRevisionId: revisionIds[1] }];
    await key.call('projects.standardRevisions.apply', { id, changes });
    const behind = await run('examples/upgrade-report.ts', []);
    assert.deepEqual([behind.status, behind.stderr], [1, '']);
    assert.match(behind.stdout, new RegExp(`^City bridge \\(${id}\\): Piers to [\\d.]+\n$`));
    const reader = await createKey(ada.session, ['project:read', 'project:draft:view']);
    assert.deepEqual(await run('examples/upgrade-report.ts', [], world().programEnv(reader.secret)), behind);
  });

  for (const example of ['examples/plain-nats.mjs', 'examples/moleculer-client.mjs']) {
    it(`${example}: gets the response, and a refusal with its code`, async () => {
      const { ada, mallory } = world();
      const about = JSON.stringify({ id: ada.standardId });
      const env = { ...world().programEnv(ada.secret), SHOW_MESSAGES: 'yes' };
      const { status, stdout, stderr } = await run(example, ['standards.get', about], env);
      assert.equal(status, 0, stderr);
      assert.deepEqual(JSON.parse(stdout), await ada.key.call('standards.get', { id: ada.standardId }));
      // The page shows the message, here as it was sent.
      const [documented = ''] =
        /^\{"ver".*"standards\.get".*$/m.exec(readFileSync('docs/bus.md', 'utf8')) ?? [];
      const sent = stderr.split('\n').filter((line) => /^> \S+standards\.get \{/.test(line));
      assert.equal(sent.length, 1, stderr);
      const packet: object = JSON.parse(sent[0]?.slice(sent[0].indexOf('{')) ?? '');
      const absent = Object.keys(JSON.parse(documented)).filter((member) => !(member in packet));
      assert.deepEqual(absent, []);
      const refused = await run(example, ['standards.get', about], world().programEnv(mallory.secret));
      assert.equal(refused.status, 1);
      assert.match(refused.stderr, /^404 NOT_FOUND: /);
      const nobody = await run(example, ['standards.get', about], world().programEnv('css_live_nobody'));
      assert.match(nobody.stderr, /^401 UNAUTHENTICATED: /);
      const nothing = await run(example, [], env);
      assert.deepEqual([nothing.status, nothing.stderr], [64, 'Name an endpoint, such as standards.get.\n']);
    });
  }

  it('npm run bus:package: a program outside calls with the types of the contract, and a wrong call does not compile', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bus-package-'));
    afterTest(() => rmSync(folder, { recursive: true }));
    const packed = await run('scripts/deploy/pack-bus-client.ts', ['--to', folder], { HOME: folder });
    assert.equal(packed.status, 0, packed.stderr);
    const installed = join(folder, 'node_modules', 'construction-specification-bus-client');
    mkdirSync(installed, { recursive: true });
    const unpacked = ['-xzf', packed.stdout.trim(), '-C', installed, '--strip-components=1'];
    assert.equal(spawnSync('tar', unpacked).status, 0);
    // Its dependencies, as npm would install them.
    for (const name of ['nats', 'canonicalize', '@types'])
      symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
    const program = (call: string): string =>
      [
        "import { BusClient } from 'construction-specification-bus-client';",
        "const { NATS_URL: url = '', CSS_KEY: key = '', DATABASE_PREFIX: namespace = '' } = process.env;",
        'const client = await BusClient.connect({ url, key, namespace });',
        `const upToDate: boolean = (await client.call(${call})).upToDate;`,
        'console.log(upToDate);',
        'await client.close();',
      ].join('\n');
    const { projectId, secret, key } = world().ada;
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'right.ts'), program(`'projects.upgradeStatus', { id: ${projectId} }`));
    writeFileSync(join(folder, 'wrong.ts'), program("'projects.upgradeStatus', { id: 'one' }"));
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024'];
    const files = ['right.ts', 'wrong.ts'];
    const compiled = spawnSync(resolve('node_modules/.bin/tsc'), [...options, '--types', 'node', ...files], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.match(compiled.stdout, /^wrong\.ts\S+ error .*Type 'string' is not assignable to type 'number'/);
    assert.doesNotMatch(compiled.stdout, /right\.ts/);
    const { stdout, stderr } = await run(join(folder, 'right.ts'), [], world().programEnv(secret));
    const { upToDate } = await key.call('projects.upgradeStatus', { id: projectId });
    assert.deepEqual([stdout, stderr], [`${upToDate}\n`, '']);
  });
});
