/** Background work of a service, started and stopped with it. */
export interface BackgroundWork {
  start(): void | Promise<void>;
  stop(): void | Promise<void>;
}
