/**
 * `npm run dev -- fuzz`: starts a service in real processes, sends it requests generated from the contract
 * and prints findings. Exits with 1 on a finding, and after a long run when an open
 * endpoint accepted no request. See tools/fuzz/README.md.
 */
import { parseArgs } from 'node:util';
import {
  ADMINISTRATOR,
  type RunMode,
  startDisposableService,
} from '../../scripts/start/launcher/disposable-service.ts';
import { publishedEndpoints } from '../../shared/contracts/published-endpoints.ts';
import { checkAuditTrail } from './checks/audit-trail.ts';
import { DatabaseDigest } from './checks/database-digest.ts';
import { Fuzzer } from './fuzzer.ts';
import { describeFault, describeRun } from './run-report.ts';
import { buildFuzzWorld } from './world/build-world.ts';
import { FuzzWorld } from './world/fuzz-world.ts';
import { TokenMailbox } from './world/token-mailbox.ts';

/** Calls per endpoint after which it must have accepted one. */
const MIN_CALLS_PER_ENDPOINT = 50;

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '8000' },
    seed: { type: 'string' },
    one: { type: 'boolean', default: false },
    split: { type: 'boolean', default: false },
    only: { type: 'string' },
    table: { type: 'boolean', default: false },
  },
});
const calls = wholeNumber('calls', values.calls);
const seed =
  values.seed === undefined ? Math.trunc(Math.random() * 2 ** 31) : wholeNumber('seed', values.seed);
const mode: RunMode = values.split ? 'split' : 'one process';
const targets = publishedEndpoints().filter(
  ({ id }) => values.only === undefined || id.startsWith(values.only),
);
if (targets.length === 0) refuse(`No endpoint's id begins with ${values.only}.`);

console.log(`fuzz: ${mode}, ${calls} calls, ${targets.length} endpoints; again with --seed ${seed}`);
const service = await startDisposableService(mode, { EMAIL_VERIFICATION: 'required', TRUST_PROXY: 'true' });
const digest = await DatabaseDigest.open(service.mongodbUri);
try {
  const world = new FuzzWorld(service.base, new TokenMailbox(service.dataDir), `fuzz-${seed}`);
  await buildFuzzWorld(world, ADMINISTRATOR);
  const fuzzer = new Fuzzer({ world, digest, targets, seed });
  const began = performance.now();
  let printed = 0;
  for (let call = 0; call < calls; call += 1) {
    await fuzzer.call(call);
    for (const fault of [...fuzzer.faults.values()].slice(printed)) console.log(describeFault(fault, world));
    printed = fuzzer.faults.size;
  }
  const seconds = (performance.now() - began) / 1000;
  const auditFindings = await checkAuditTrail(world, world.principal('site admin key'), fuzzer.writes);
  const neverAccepted = fuzzer.coverage.neverAccepted();
  for (const line of describeRun({
    fuzzer,
    auditFindings,
    neverAccepted,
    seconds,
    calls,
    table: values.table,
  }))
    console.log(line);
  // A short run does not reach every endpoint.
  const missed = calls >= targets.length * MIN_CALLS_PER_ENDPOINT ? neverAccepted.length : 0;
  process.exitCode = fuzzer.faults.size + auditFindings.length + missed > 0 ? 1 : 0;
} finally {
  await digest.close();
  await service.stop();
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) refuse(`--${name} takes a whole number, not ${text}.`);
  return number;
}

/** A wrong option: one line, and nothing is started. */
function refuse(line: string): never {
  console.error(line);
  process.exit(2);
}
