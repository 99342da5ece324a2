/** Error of an invalid variable or setting; the process prints the message in one line and exits with 78. */
export class ConfigError extends Error {}
