/**
 * A second NATS connection on which a node receives the requests of programs. The NATS server closes a connection
 * that receives more than it reads, so a program that floods this one stops only the requests of programs, until it
 * is connected again; requests of services and all responses use the connection of the transporter.
 */
import { type ConnectionOptions, connect, type NatsConnection, type Subscription } from 'nats';
import type { RefusedPermissions } from './refused-permissions.ts';

type SubscriptionOptions = Parameters<NatsConnection['subscribe']>[1];

export class ProgramConnection {
  readonly #options: ConnectionOptions;
  readonly #refused: RefusedPermissions;
  #client: NatsConnection | null = null;

  constructor(options: ConnectionOptions, refused: RefusedPermissions) {
    this.#options = options;
    this.#refused = refused;
  }

  /** Opens it, unless it is open. @throws the error of the connection */
  async open(): Promise<void> {
    if (this.#client && !this.#client.isClosed()) return;
    this.#client = await connect(this.#options);
    void this.#refused.watch(this.#client);
  }

  /** @throws Error while it is not open */
  subscribe(subject: string, options: SubscriptionOptions): Subscription {
    if (!this.#client) throw new Error('The connection for programs is not open.');
    return this.#client.subscribe(subject, options);
  }

  /** Resolves when the server has taken all subscriptions. */
  async flush(): Promise<void> {
    await this.#client?.flush();
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.close();
  }
}
