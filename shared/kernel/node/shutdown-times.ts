/** The time limits of an orderly stop. `docker-compose.yml` repeats the grace time, and a test compares it. */

/** How long a node finishes its requests; then how long the calls of its services. */
export const DRAIN_SECONDS = 20;

/**
 * When a launcher or a platform kills a process that has not ended: a gateway drains twice, and Kubernetes counts its
 * pause before the stop.
 */
export const GRACE_SECONDS = 50;
