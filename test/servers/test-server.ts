/**
 * Interface of a backing server for the tests: its names, its image, and its start in a container or as a
 * local program.
 */

export interface TestServer {
  readonly title: string;
  /** The variable with its connection settings, such as `TEST_NATS_URL`. */
  readonly variable: string;
  /** The variable with the reason why it is missing. */
  readonly missing: string;
  /** The official image, as production runs it. */
  readonly image: string;
  startContainer(image: string): Promise<StartedServer>;
  /** Starts the program of this machine, or a downloaded one. */
  startProgram(): Promise<StartedServer>;
}

export interface StartedServer {
  /** Value of the variable. */
  readonly value: string;
  stop(): Promise<void>;
}
