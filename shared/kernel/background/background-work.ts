/** Interface of background work that a service starts and stops with itself. */
export interface BackgroundWork {
  start(): void | Promise<void>;
  stop(): void | Promise<void>;
}
