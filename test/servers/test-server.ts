/** Interface of a backing server of the tests, in a container or as a local program. */

export interface TestServer {
  readonly title: string;
  /** The variable test files find it by, such as `TEST_NATS_URL`. */
  readonly variable: string;
  /** The variable that says why it is away. */
  readonly missing: string;
  /** The official image, as production runs it. */
  readonly image: string;
  startContainer(image: string): Promise<StartedServer>;
  /** The program of this machine, or one that was fetched for it. */
  startProgram(): Promise<StartedServer>;
}

export interface StartedServer {
  /** What the variable holds. */
  readonly value: string;
  stop(): Promise<void>;
}
