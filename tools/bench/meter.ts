/**
 * Meter of a running service: measures operations one after another, with the time of each, the CPU time that
 * the processes of the service spend on it, its bytes over HTTP, and what it asks of MongoDB. One row of the report
 * for each.
 */
import type { ProcessUsage } from '../../scripts/start/launcher/process-family.ts';
import type { DatabaseCounters, DatabaseUse } from './database-use.ts';
import { type BenchClient, type Percentiles, timeWithoutWarmUp } from './http-measurement.ts';

/** What one operation costs. */
interface OperationCost {
  /** Milliseconds of CPU time by process: services, MongoDB, NATS. */
  cpuMs: ReadonlyMap<string, number>;
  /** Bytes on the connections of the client, with headers. */
  bytes: { sent: number; received: number };
  database: DatabaseUse;
}

/** A row of the report, declared where the operation is measured. */
export interface OperationRow {
  operation: string;
  /** The bar, in words. */
  target?: string;
  times: Percentiles;
  /** Operations per second at 8 connections; absent where only sequential runs make sense. */
  perSecond?: number;
  /** Absent where the measured rounds also do other work. */
  cost?: OperationCost;
}

type Work = (round: number) => Promise<unknown>;

export class ServiceMeter {
  readonly rows: OperationRow[] = [];
  readonly log: (line: string) => void;
  readonly #processes: () => ProcessUsage[];
  readonly #database: DatabaseCounters;

  /** @param processes of the service, read at each call */
  constructor(processes: () => ProcessUsage[], database: DatabaseCounters, log: (line: string) => void) {
    this.#processes = processes;
    this.#database = database;
    this.log = log;
  }

  /**
   * Measures `count` rounds after as many unmeasured ones.
   * @param client with the connections of the operation
   */
  async measure(
    row: Pick<OperationRow, 'operation' | 'target' | 'perSecond'>,
    client: BenchClient,
    count: number,
    work: Work,
  ): Promise<void> {
    await timeWithoutWarmUp(count, work);
    await this.#measure(row, client, count, work, count);
  }

  /** The same without the unmeasured rounds. */
  measureWithoutWarmUp(
    row: Pick<OperationRow, 'operation' | 'target'>,
    client: BenchClient,
    count: number,
    work: Work,
  ): Promise<void> {
    return this.#measure(row, client, count, work, 0);
  }

  /** Adds a row that was measured otherwise. */
  add(row: OperationRow): void {
    const { operation, times, perSecond } = row;
    this.rows.push(row);
    const rate = perSecond === undefined ? '' : `, ${Math.round(perSecond)}/s at 8`;
    this.log(`${operation}: p50 ${times.p50.toFixed(1)} ms, p99 ${times.p99.toFixed(1)} ms${rate}`);
  }

  async #measure(
    row: Pick<OperationRow, 'operation' | 'target' | 'perSecond'>,
    client: BenchClient,
    count: number,
    work: Work,
    firstRound: number,
  ): Promise<void> {
    const reading = await this.#database.read();
    const before = { cpu: this.#cpu(), bytes: client.bytes() };
    const times = await timeWithoutWarmUp(count, work, firstRound);
    const after = { cpu: this.#cpu(), bytes: client.bytes() };
    const used = await this.#database.since(reading);
    const database = new Map([...used].map(([name, value]) => [name, value / count]));
    const cpuMs = [...after.cpu].map(
      ([name, ms]) => [name, (ms - (before.cpu.get(name) ?? 0)) / count] as const,
    );
    const bytes = {
      sent: (after.bytes.sent - before.bytes.sent) / count,
      received: (after.bytes.received - before.bytes.received) / count,
    };
    this.add({ ...row, times, cost: { cpuMs: new Map(cpuMs), bytes, database } });
  }

  /** CPU time by process. */
  #cpu(): Map<string, number> {
    return new Map(this.#processes().map(({ name, cpuMs }) => [name, cpuMs]));
  }
}
