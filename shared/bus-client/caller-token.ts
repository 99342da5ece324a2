/**
 * The token of a program: it signs in with its key, keeps the token, and renews it before it ends. The key
 * goes only to identity.
 */
import { randomUUID } from 'node:crypto';
import type { InputOf, ResultOf } from '../contracts/endpoint.ts';
import type { EndpointMap } from '../contracts/index.ts';
import { timeoutOf } from '../kernel/bus/call-timeouts.ts';
import type { BusConnection } from './bus-connection.ts';
import { sendWithRetries } from './retries.ts';

type SignIn = EndpointMap['identity.signInWithKey'];

const SIGN_IN = 'identity.signInWithKey';
const RETRIES = 2;
/** The rest of its time is for calls under way. */
const USABLE_PART = 0.75;

interface BusToken {
  token: string;
  /** By the clock of `performance.now()`. */
  renewAt: number;
}

export class CallerToken {
  readonly #connection: BusConnection;
  readonly #params: InputOf<SignIn>;
  #current: BusToken | null = null;
  /** Calls at the same moment sign in once. */
  #renewal: Promise<BusToken> | null = null;

  constructor(connection: BusConnection, key: string) {
    this.#connection = connection;
    this.#params = { key };
  }

  /** A token that is valid now. @throws the error of the sign-in: UNAUTHENTICATED, RATE_LIMITED */
  async get(): Promise<string> {
    if (this.#current && performance.now() < this.#current.renewAt) return this.#current.token;
    this.#renewal ??= this.#signIn();
    return (await this.#renewal).token;
  }

  /** Forgets a token that was refused. */
  drop(refused: string): void {
    if (this.#current?.token === refused) this.#current = null;
  }

  async #signIn(): Promise<BusToken> {
    try {
      const sentAt = performance.now();
      const { token, expires_in } = await sendWithRetries(
        { timeoutMs: timeoutOf(SIGN_IN), retries: RETRIES },
        (timeoutMs) => this.#requestToken(timeoutMs),
      );
      this.#current = { token, renewAt: sentAt + expires_in * 1_000 * USABLE_PART };
      return this.#current;
    } finally {
      this.#renewal = null;
    }
  }

  #requestToken(timeoutMs: number): Promise<ResultOf<SignIn>> {
    return this.#connection.request<ResultOf<SignIn>>({
      action: SIGN_IN,
      params: this.#params,
      meta: {},
      requestId: randomUUID(),
      timeoutMs,
    });
  }
}
