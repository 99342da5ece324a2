/**
 * Test of `examples/typescript-client`: it compiles strictly against the types that openapi-typescript generates from
 * the OpenAPI document. The generator needs a TypeScript older than ours, so it is installed below
 * node_modules/.cache.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { it } from '@jest/globals';
import { skipIf } from '../skip-if.ts';
import { folderWithOpenApi } from './openapi-file.ts';

const EXAMPLE = 'examples/typescript-client';
const GENERATOR = 'node_modules/openapi-typescript/bin/cli.js';
const folder = folderWithOpenApi('typescript-client');

const run = (program: string, args: string[]): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};

/** Installs the generator once. @returns why it is not there, or false */
function missingGenerator(): string | false {
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(`${EXAMPLE}/${file}`, `${folder}/${file}`);
  if (existsSync(`${folder}/${GENERATOR}`)) return false;
  const { status } = run('npm', ['ci', '--ignore-scripts']);
  return status !== 0 && 'openapi-typescript could not be installed from the npm registry';
}

/** Compiles files of the folder. */
const compile = (...files: string[]) =>
  run(process.execPath, [
    new URL('../../node_modules/typescript/bin/tsc', import.meta.url).pathname,
    ...[
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--noUncheckedIndexedAccess',
      '--exactOptionalPropertyTypes',
      '--skipLibCheck',
      'false',
    ],
    ...['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom', '--types', ''],
    ...files,
  ]);

skipIf(missingGenerator()).describe('the types that openapi-typescript generates', () => {
  it('are complete, and the sample that handles a conflict compiles strictly with them (A9)', () => {
    const generated = run(process.execPath, [GENERATOR, 'openapi.json', '--output', 'api.d.ts']);
    assert.equal(generated.status, 0, generated.output);
    copyFileSync(`${EXAMPLE}/save-clause.ts`, `${folder}/save-clause.ts`);
    const compiled = compile('save-clause.ts');
    assert.equal(compiled.status, 0, compiled.output);
  });

  it('a reason of a conflict that does not exist is an error of the compiler (A9)', () => {
    const sample = readFileSync(`${EXAMPLE}/save-clause.ts`, 'utf8');
    writeFileSync(`${folder}/wrong-reason.ts`, sample.replace('both_changed:', 'both_chnaged:'));
    const compiled = compile('wrong-reason.ts');
    assert.match(compiled.output, /both_chnaged/);
    assert.notEqual(compiled.status, 0);
  });
});
