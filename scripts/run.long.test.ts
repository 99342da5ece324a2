/**
 * Tests of `npm run dev`, of the usage texts of all commands, of the commands that the documentation names, and of the
 * exit code of an interrupted import.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, it } from '@jest/globals';

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/run.mjs', ...args], { encoding: 'utf8' });

describe('npm run dev', () => {
  it('lists the tools, and exits 64 for one that does not exist', () => {
    const listed = run();
    assert.equal(listed.status, 0);
    assert.match(listed.stdout, /^npm run dev -- TOOL .*\n\n {2}bench /);
    for (const flag of ['--help', '-h'])
      assert.deepEqual([run(flag).status, run(flag).stdout, run(flag).stderr], [0, listed.stdout, '']);
    assert.deepEqual([run('benhc').status, run('benhc').stdout], [64, listed.stdout]);
  });

  it('shows the options of a tool, and starts nothing', () => {
    const { status, stdout } = run('bench', '--help');
    assert.equal(status, 0);
    assert.match(stdout, /^npm run dev -- bench .*--rounds.*\n {2}measures/);
  });

  it('every command and tool prints its usage with --help, and exits 0', () => {
    const table = readFileSync('scripts/run.mjs', 'utf8');
    const names = [...table.matchAll(/^ {2}'?([\w:-]+)'?: \{(?:$| servers)/gm)].map(([, name = '']) => name);
    assert.ok(names.length >= 30, names.join());
    // Those with a help of their own have tests beside them, and install packages first.
    const own = [
      ...table.matchAll(/^ {2}'?([\w:-]+)'?: \{(?:(?!^ {2}\},).)*? hasHelp: true,?\s*\},$/gms),
    ].map(([, name]) => name);
    for (const name of names.filter((each) => !own.includes(each))) {
      const { status, stdout, stderr } = run(name, '--help');
      assert.deepEqual([status, stderr], [0, ''], name);
      assert.match(stdout, /npm run /, name);
    }
  });

  it('npm start and npm run start:split print their usage with --help, and start nothing', () => {
    for (const program of ['start', 'start-split']) {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [`scripts/start/${program}.ts`, '--help'],
        {
          encoding: 'utf8',
        },
      );
      assert.deepEqual([status, stderr], [0, ''], program);
      assert.match(stdout, /^`npm (run )?start/, program);
    }
  });

  it('npm start and npm run start:split take no arguments: they say what sets the port instead', () => {
    for (const program of ['start', 'start-split']) {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [`scripts/start/${program}.ts`, '--port', '3001'],
        { encoding: 'utf8' },
      );
      assert.deepEqual([status, stdout], [64, ''], program);
      assert.match(stderr, /^There is no option --port\. .* PORT=3001 npm start\.\n$/);
    }
  });

  it('names programs that exist', () => {
    const programs = [...readFileSync('scripts/run.mjs', 'utf8').matchAll(/'([\w/.-]+\/[\w-]+\.[tj]s)'/g)];
    assert.ok(programs.length >= 8);
    for (const [, path = ''] of programs) assert.ok(existsSync(path), path);
  });

  it('every `npm run` of the documentation is a script or a tool', () => {
    const scriptsOf = (folder: string): string[] => {
      const { scripts }: { scripts: Record<string, string> } = JSON.parse(
        readFileSync(`${folder}/package.json`, 'utf8'),
      );
      return Object.keys(scripts);
    };
    const scripts = scriptsOf('.');
    const tools = [...run().stdout.matchAll(/^ {2}(\S+)/gm)].map(([, tool]) => tool);
    for (const page of [...globSync(['*.md', 'docs/*.md']), 'tools/fuzz/README.md']) {
      for (const line of readFileSync(page, 'utf8').split('\n')) {
        // A line that names the package of an example means the scripts of that package as well.
        const [example] = line.match(/examples\/[\w-]+-client(?=`:)/) ?? [];
        const known = example ? [...scripts, ...scriptsOf(example)] : scripts;
        for (const [command, script = '', tool] of line.matchAll(
          /npm run (?:-s )?([\w:-]+)(?: -- ([\w:-]+))?/g,
        )) {
          assert.ok(known.includes(script), `${page}: ${command}`);
          if (script === 'dev' && tool) assert.ok(tools.includes(tool), `${page}: ${command}`);
        }
      }
    }
  });
});

describe('npm run import', () => {
  it('stopped by Ctrl-C it exits 130, not with the code of a refusal', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    assert.ok(address && typeof address === 'object');
    const to = `http://127.0.0.1:${address.port}`;
    const document = 'test/corpora/oscal/sp800-53r5-excerpt.json';
    const options = ['scripts/run.mjs', 'import', document, '--to', to, '--key', 'css_test_x'];
    // In a process group of its own, which gets the signal as from a terminal.
    const command = spawn(process.execPath, options, { detached: true, stdio: 'ignore' });
    const ended = once(command, 'exit');
    try {
      const [connection] = await once(silent, 'connection');
      assert.ok(command.pid);
      process.kill(-command.pid, 'SIGINT');
      assert.deepEqual(await ended, [130, null]);
      connection.destroy();
    } finally {
      command.kill('SIGKILL');
      silent.close();
    }
  });
});
