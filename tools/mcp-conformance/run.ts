/**
 * `npm run dev -- mcp-conformance`: starts a service of its own and runs the official conformance suite of MCP against
 * it, every scenario that applies to any server. Prints why the others do not apply; exits with 1 when one fails, or
 * when the suite has a scenario that is in neither list. npm fetches the suite.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  startDisposableService,
  stopDisposableServices,
} from '../../scripts/start/launcher/disposable-service.ts';
import { createKey, registerAccount, SPECIFIER_PERMISSIONS } from '../world/accounts.ts';
import { startKeyProxy } from './key-proxy.ts';
import { APPLICABLE, NOT_APPLICABLE, SUITE } from './scenarios.ts';

interface Outcome {
  code: number;
  output: string;
}

const folder = mkdtempSync(join(tmpdir(), 'css-conformance-'));

/** Runs the suite in a folder of its own, where it leaves its results. */
function runSuite(args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const command = ['exec', '--yes', `--package=${SUITE}`, '--', 'conformance', ...args];
    // The suite needs the Node of this repository; the one on the PATH may be older.
    const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
    const child = spawn('npm', command, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** The scenarios that the suite has for servers. */
async function listScenarios(): Promise<string[]> {
  const { output } = await runSuite(['list', '--server']);
  const [servers = ''] = output.split('Client scenarios');
  return [...servers.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name ?? '');
}

async function main(): Promise<number> {
  const known: readonly string[] = [...APPLICABLE, ...Object.keys(NOT_APPLICABLE)];
  const listed = await listScenarios();
  const unknown = listed.filter((name) => !known.includes(name));
  if (listed.length === 0 || unknown.length > 0) {
    console.error(
      `Scenarios that are in no list of tools/mcp-conformance/scenarios.ts: ${unknown.join(', ') || 'none was listed'}`,
    );
    return 1;
  }
  const service = await startDisposableService('one process');
  const owner = await registerAccount(service.base, 'conformance', 'Conformance');
  const proxy = await startKeyProxy(service.base, (await createKey(owner, SPECIFIER_PERMISSIONS)).secret);
  try {
    let failed = 0;
    for (const name of APPLICABLE) {
      const { code, output } = await runSuite(['server', '--url', proxy.url, '--scenario', name]);
      const [, counts = ''] = /(Passed: .*)/.exec(output) ?? [];
      console.info(`${code === 0 ? 'passed' : 'FAILED'}  ${name}  ${counts}`);
      if (code === 0) continue;
      failed += 1;
      console.info(output);
    }
    for (const [name, why] of Object.entries(NOT_APPLICABLE)) console.info(`–       ${name}: ${why}`);
    console.info(`${APPLICABLE.length - failed} of ${APPLICABLE.length} scenarios that apply passed.`);
    return failed === 0 ? 0 : 1;
  } finally {
    proxy.stop();
    await stopDisposableServices();
  }
}

process.exitCode = await main().finally(() => rmSync(folder, { recursive: true, force: true }));
