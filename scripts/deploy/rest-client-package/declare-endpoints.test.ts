/** Test that the written types of the client package are those that the contract infers. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from '@jest/globals';
import { afterTest } from '../../../test/after-test.ts';
import { declareEndpoints } from './declare-endpoints.ts';

describe('the types of the client package', () => {
  it('are those of the contract: what the one accepts and returns, the other does', () => {
    const folder = mkdtempSync(join(tmpdir(), 'client-types-'));
    afterTest(() => rmSync(folder, { recursive: true }));
    const client = resolve('shared/rest-client');
    // The contract leaves open what the package says of values: they are compared without it.
    const declared = declareEndpoints()
      .replace(/^export type FieldValue = .*;$/m, 'export type FieldValue = unknown;')
      .replaceAll('{ [member: string]: unknown }', 'unknown')
      .replace('./form-data.js', `${client}/form-data.ts`);
    writeFileSync(join(folder, 'declared.d.ts'), declared);
    writeFileSync(
      join(folder, 'compare.mts'),
      `
import type * as contract from '${client}/endpoint-types.ts';
import type * as declared from './declared.d.ts';

type Ids = keyof declared.Endpoints;
type FileIds = keyof declared.FileEndpoints;
type Contract = {
  params: { [K in Ids | FileIds]: contract.EndpointParams<K> };
  results: { [K in Ids]: contract.EndpointResult<K> };
  code: contract.ErrorCode;
  metadata: contract.ProblemMetadata;
};
type Declared = {
  params: { [K in Ids | FileIds]: declared.EndpointParams<K> };
  results: { [K in Ids]: declared.EndpointResult<K> };
  code: declared.ErrorCode;
  metadata: declared.ProblemMetadata;
};
declare const one: Contract, other: Declared;
export const forth: Declared = one;
export const back: Contract = other;
// Only the closed ones are not declared.
export type Missing = Exclude<contract.RestEndpointId, Ids>;
export const missing: Missing extends \`\${string}.comment\${string}\` ? true : Missing = true;
`,
    );
    const options = {
      extends: resolve('tsconfig.json'),
      compilerOptions: { typeRoots: [resolve('node_modules/@types')] },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...options, include: ['compare.mts'] }));
    const { stdout } = spawnSync('node_modules/.bin/tsc', ['-p', folder], { encoding: 'utf8' });
    assert.equal(stdout, '');
  });
});
