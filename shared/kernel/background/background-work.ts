/** Work a service does beside answering: started with it, stopped with it. */
export interface BackgroundWork {
  start(): void | Promise<void>;
  stop(): void | Promise<void>;
}
