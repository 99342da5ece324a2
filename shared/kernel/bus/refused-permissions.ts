/** Log lines about permissions that the NATS user of a node lacks (`npm run nats-users`). */
import type { NatsConnection } from 'nats';

export class RefusedPermissions {
  readonly #user: string;
  readonly #warn: (line: string) => void;
  /** Subjects of those that were logged: a refused subscription is repeated. */
  readonly #reported = new Set<string>();

  constructor(user: string, warn: (line: string) => void) {
    this.#user = user;
    this.#warn = warn;
  }

  /**
   * Logs what the server refuses, until the connection ends.
   * @param interrupted called when the connection is lost, and when it is back
   */
  async watch(client: Pick<NatsConnection, 'status'>, interrupted = (): void => undefined): Promise<void> {
    for await (const { type, permissionContext } of client.status()) {
      if (type === 'disconnect' || type === 'reconnect') interrupted();
      if (type === 'error' && permissionContext)
        this.#report(permissionContext.operation, permissionContext.subject);
    }
  }

  #report(operation: string, subject: string): void {
    if (operation === 'subscription' && this.#reported.has(subject)) return;
    this.#reported.add(subject);
    this.#warn(
      `The NATS user ${this.#user} is not allowed to ${operation} ${subject}; see npm run nats-users.`,
    );
  }
}
