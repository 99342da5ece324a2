/** Log lines about messages that were dropped: some of each NATS user in a minute, so that nobody fills the log. */
const LINES_A_MINUTE = 10;
const MINUTE_MS = 60_000;

export class DroppedMessages {
  readonly #warn: (line: string) => void;
  readonly #users = new Map<string, { since: number; count: number }>();

  constructor(warn: (line: string) => void) {
    this.#warn = warn;
  }

  /** @param reason what is wrong, without anything of the message */
  report(user: string, subject: string, reason: string, now = performance.now()): void {
    const last = this.#users.get(user);
    const unsaid = (last?.count ?? 0) - LINES_A_MINUTE;
    const current = last && now - last.since < MINUTE_MS ? last : { since: now, count: 0 };
    if (current !== last && unsaid > 0) this.#warn(`Dropped ${unsaid} more messages from ${user}.`);
    current.count += 1;
    this.#users.set(user, current);
    if (current.count <= LINES_A_MINUTE)
      this.#warn(`Dropped an invalid message from ${user} on ${subject.slice(0, 300)}: ${reason}`);
  }
}
