/**
 * Builds the npm package of the client over HTTP: instead of the contract it contains a table of routes and plain
 * types written from it. The command line of authors is in it as one file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedEndpoints } from '../../../shared/contracts/published-endpoints.ts';
import { endpointTable } from '../../../shared/rest-client/endpoint-table.ts';
import { bundleProgram } from '../bundle-program.ts';
import type { PackageSource } from '../npm-package.ts';
import { declareEndpoints } from './declare-endpoints.ts';
import { removeUnreachable } from './remove-unreachable.ts';

const CLIENT = 'dist/shared/rest-client';

export const restClientPackage: PackageSource = {
  folder: 'shared/rest-client',
  finish(folder) {
    writeFileSync(join(folder, CLIENT, 'endpoint-table.js'), routesAsCode());
    writeFileSync(join(folder, CLIENT, 'endpoint-types.d.ts'), declareEndpoints());
    removeUnreachable(folder, entriesOf(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))));
    bundleProgram('scripts/spec/spec.ts', join(folder, 'dist/spec.js'));
  },
};

/** The files that `exports` of a manifest names. */
function entriesOf(manifest: { exports: unknown }): string[] {
  const entries: string[] = [];
  JSON.stringify(manifest.exports, (_, value: unknown) => {
    if (typeof value === 'string') entries.push(value);
    return value;
  });
  return entries;
}

/** The table of the endpoints that are open. */
function routesAsCode(): string {
  const open = publishedEndpoints().flatMap(({ id, spec }) => (spec.closed ? [] : [[id, endpointTable[id]]]));
  return `export const endpointTable = ${JSON.stringify(Object.fromEntries(open), null, 1)};\n`;
}
