/**
 * A fault that the operator must correct before the process can run: a wrong setting, or a database it cannot
 * use. `scripts/start/launcher/fatal-error.ts` prints it in one line and exits with 78.
 */
export class ConfigError extends Error {}
