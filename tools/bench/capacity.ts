/**
 * Capacity for `run.ts` and `docs/capacity.md`: from the CPU time that operations took in this run, the nodes of
 * each service that 100, 1,000 and 10,000 companies need. Pure.
 */
import type { OperationRow } from './meter.ts';
import { table } from './report.ts';

/**
 * What a company of 40 people does on a working day, as often as each row of the report. The reasons are in
 * `docs/capacity.md`.
 */
const COMPANY_DAY: Readonly<Record<string, number>> = {
  'sign in': 40,
  'read sealed': 600,
  'read sealed, If-None-Match': 1_200,
  'list 50': 400,
  'search, a few words': 200,
  'search, a paragraph': 40,
  'create D': 1,
  'save (full replace)': 150,
  publish: 2,
  'list 1,000 projects': 80,
  'read details v2, 100 sheets': 400,
  'create datasheet': 20,
  'revise datasheet': 200,
  'upgrade 100 sheets': 0.5,
  'publish and reopen, 100 sheets': 2,
  'export 20 sheets': 4,
  'list files, a page of 50': 200,
  'upload a drawing of 1 MB': 40,
  'download a drawing of 1 MB': 200,
  'read a wiki page of 300 clauses': 100,
  'check a page of 1,000,000 characters': 0.1,
};

/** Share of the work of a day in its busiest hour: eight hours with two peaks. */
const PEAK_SHARE = 0.2;
/** Share of a core that a node may use, so that tails stay short and the others carry the work of a lost node. */
const UTILISATION = 0.6;
/** Nodes of each service, so that one may be lost or replaced. */
const MIN_NODES = 2;
const COMPANY_COUNTS = [100, 1_000, 10_000] as const;

const HOUR_MS = 3_600_000;

interface ProcessCapacity {
  name: string;
  /** Seconds of CPU time that one company takes on a day. */
  cpuSeconds: number;
  /** Nodes of one core each, for each of `COMPANY_COUNTS`. */
  nodes: number[];
}

/** The process that started the others and works for none of the operations. */
const LAUNCHER = 'first';

/** CPU time and nodes of each process. */
function planCapacity(rows: readonly OperationRow[]): ProcessCapacity[] {
  const cpuMs = new Map<string, number>();
  for (const [operation, count] of Object.entries(COMPANY_DAY)) {
    const cost = rows.find((row) => row.operation === operation)?.cost;
    for (const [name, each] of cost?.cpuMs ?? [])
      if (name !== LAUNCHER) cpuMs.set(name, (cpuMs.get(name) ?? 0) + each * count);
  }
  return [...cpuMs].map(([name, ofDay]) => {
    const cores = (ofDay * PEAK_SHARE) / HOUR_MS;
    const nodes = COMPANY_COUNTS.map((companies) =>
      Math.max(MIN_NODES, Math.ceil((cores * companies) / UTILISATION)),
    );
    return { name, cpuSeconds: ofDay / 1_000, nodes };
  });
}

/** Bytes over HTTP of a company on a day, from and to its clients. */
function trafficOfDay(rows: readonly OperationRow[]): { sent: number; received: number } {
  const total = { sent: 0, received: 0 };
  for (const { operation, cost } of rows) {
    total.sent += (cost?.bytes.sent ?? 0) * (COMPANY_DAY[operation] ?? 0);
    total.received += (cost?.bytes.received ?? 0) * (COMPANY_DAY[operation] ?? 0);
  }
  return total;
}

/** The nodes of each service for these companies, and the bytes of one. */
export function describeCapacity(rows: readonly OperationRow[]): string[] {
  const missing = Object.keys(COMPANY_DAY).filter(
    (operation) => !rows.some((row) => row.operation === operation && row.cost),
  );
  if (missing.length > 0) return [`Nodes are not worked out: ${missing.join('; ')} were not measured.`];
  const { sent, received } = trafficOfDay(rows);
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
  return [
    ...table(
      [
        'nodes of one core',
        'CPU seconds of a company a day',
        ...COMPANY_COUNTS.map((count) => `${count.toLocaleString('en')} companies`),
      ],
      planCapacity(rows).map(({ name, cpuSeconds, nodes }) => [
        name,
        cpuSeconds.toFixed(1),
        ...nodes.map(String),
      ]),
    ),
    '',
    `Over HTTP a company sends ${megabytes(sent)} MB a day and receives ${megabytes(received)} MB.`,
  ];
}
