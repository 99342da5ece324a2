/**
 * Test of `examples/python-client`: it does the main job against a running service with the client that
 * openapi-python-client generates from its OpenAPI document. It takes a minute: `npm run dev -- test:python-client`.
 */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { it } from '@jest/globals';
import { createKey, registerAccount } from '../../tools/world/accounts.ts';
import { useNode } from '../service-node.ts';
import { skipIf } from '../skip-if.ts';
import { folderWithOpenApi } from './openapi-file.ts';

const GENERATOR = 'openapi-python-client==0.29.1';
/** Modules of a client that a person can still find his way in. */
const MAX_FILES = 900;
const SAMPLE = 'examples/python-client/main_job.py';

/** Installs the generator once. @returns why it is not there, or false */
function missingGenerator(): string | false {
  if (process.env.TEST_PYTHON_CLIENT === undefined)
    return 'takes a minute: npm run dev -- test:python-client';
  const folder = folderWithOpenApi('python-client');
  if (existsSync(`${folder}/venv/bin/openapi-python-client`)) return false;
  if (spawnSync('python3', ['-m', 'venv', `${folder}/venv`]).status !== 0)
    return 'python3 with venv is not installed';
  const { status } = spawnSync(`${folder}/venv/bin/pip`, ['install', '--quiet', GENERATOR]);
  return status !== 0 && `${GENERATOR} could not be installed from PyPI`;
}

skipIf(missingGenerator()).describe('the client that openapi-python-client generates', () => {
  const node = useNode();

  it(`has at most ${MAX_FILES} modules, without a warning, and plays the main job (A9)`, async () => {
    const folder = folderWithOpenApi('python-client');
    const client = `${folder}/css_client`;
    rmSync(client, { recursive: true, force: true });
    const bin = `${folder}/venv/bin`;
    const options = [
      'generate',
      '--path',
      `${folder}/openapi.json`,
      '--meta',
      'none',
      '--output-path',
      client,
    ];
    const run = promisify(execFile);
    const generated = await run(`${bin}/openapi-python-client`, options, {
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
    });
    assert.doesNotMatch(`${generated.stdout}${generated.stderr}`, /warning|unable to/i);
    const modules = globSync('**/*.py', { cwd: client }).length;
    console.info(`${modules} modules in the generated Python client`);
    assert.ok(modules <= MAX_FILES, `${modules} modules`);
    const session = await registerAccount(node.url, 'Ada', 'Access Specifiers');
    const { secret } = await createKey(session);
    const { stdout } = await run(`${bin}/python`, [SAMPLE], {
      env: { ...process.env, PYTHONPATH: folder, CSS_URL: node.url, CSS_KEY: secret },
    });
    assert.match(
      stdout,
      /^Published Interior doors 1\.0\.0\nFilled in Entrance doors: 1\/4 in\nExported City Library, revision 1: sha256 [\da-f]{64}\n$/,
    );
  });
});
