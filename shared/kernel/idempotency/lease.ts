/**
 * How a process says that its calls are alive (R11): every call has a few seconds, and one that lasts longer is named in the lease of its
 * process, renewed as long as that runs. So whatever a killed process was doing is free for another within one lease.
 *
 * The lease is a record of its own and not a date in each claim: a claim is written in the transaction of its change, which a renewal
 * meanwhile would make begin again, and one that takes longer than the pause between two renewals would never end.
 */
import { randomUUID } from 'node:crypto';
import { type Connection, type Model, Schema } from 'mongoose';
import { Rounds } from '../background/rounds.ts';
import { LONGER_THAN_ANY_CALL_MS } from '../bus/timeouts.ts';

export interface LeaseTimes {
  /** A process that has not been heard of for so long is dead. */
  leaseMs: number;
  /** Well below it: a renewal may fail once or come late. */
  renewMs: number;
}

interface LeaseRecord {
  _id: string;
  /** The calls that are alive. */
  owners: string[];
  until: Date;
}

const DEFAULTS: LeaseTimes = { leaseMs: 8_000, renewMs: 2_000 };
/** Nobody asks about a lease that is over. */
const SWEEP_SECONDS = 60;

const schema = new Schema<LeaseRecord>(
  { _id: String, owners: [String], until: Date },
  { collection: 'first_answer_leases', versionKey: false },
);
schema.index({ until: 1 }, { expireAfterSeconds: SWEEP_SECONDS });

export class Lease {
  readonly #leases: Model<LeaseRecord>;
  readonly #times: LeaseTimes;
  /** Names this process, or what of it has a lease of its own. */
  readonly #id = randomUUID();
  /** When each call that is under way began. */
  readonly #begun = new Map<string, Date>();
  readonly #rounds: Rounds;
  #isOver = false;

  constructor(connection: Connection, times: Partial<LeaseTimes> = {}) {
    this.#leases = connection.models.FirstAnswerLease ?? connection.model<LeaseRecord>('FirstAnswerLease', schema);
    this.#times = { ...DEFAULTS, ...times };
    // A renewal that fails is made up for by the next; where none succeeds, the lease lapses as it should.
    this.#rounds = new Rounds(this.#times.renewMs, () => this.#renew());
  }

  /** How long a call that begins at `now` is believed to be alive without being named in a lease. */
  from(now: Date): Date {
    return new Date(now.getTime() + this.#times.leaseMs);
  }

  /** From now on the call is kept alive, until `end` and never longer than any call takes. */
  begin(owner: string, at: Date): void {
    this.#begun.set(owner, at);
    if (this.#rounds.stopped && !this.#isOver) this.#rounds.start();
  }

  end(owner: string): void {
    this.#begun.delete(owner);
  }

  /** Whether a process, this one or another, says that the call is alive. */
  async isAlive(owner: string, now: Date): Promise<boolean> {
    return (await this.#leases.exists({ owners: owner, until: { $gt: now } })) !== null;
  }

  /** Renews no more: what is under way now has one lease left. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#rounds.stop();
  }

  /** Names the calls that have lasted a while; most end before, and cost nothing. */
  async #renew(): Promise<void> {
    const now = new Date();
    const owners: string[] = [];
    for (const [owner, at] of this.#begun) {
      const age = now.getTime() - at.getTime();
      if (age > LONGER_THAN_ANY_CALL_MS) this.#begun.delete(owner);
      else if (age >= this.#times.renewMs) owners.push(owner);
    }
    if (owners.length === 0) return;
    await this.#leases.updateOne({ _id: this.#id }, { $set: { owners, until: this.from(now) } }, { upsert: true });
  }
}
