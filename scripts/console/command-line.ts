/** Options of a command line, and the error of a wrong one. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A wrong command line; the message is one line. */
export class UsageError extends Error {}

/** @param command the one whose `--help` the error names. @throws UsageError */
export function parseOptions<T extends ParseArgsConfig>(command: string, config: T) {
  try {
    return parseArgs(config);
  } catch (error) {
    // Node's message ends with a hint for programmers.
    const [reason] = (error instanceof Error ? error.message : String(error)).split(/\.\s/);
    throw new UsageError(`${reason?.replace(/\.$/, '')}. See ${command} -- --help.`);
  }
}

/** @throws UsageError naming the option */
export function assertServiceUrl(option: string, value: string): void {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new UsageError(`--${option} ${value} is not a service URL such as http://127.0.0.1:3000.`);
  if (/\/api\/?$/.test(new URL(value).pathname))
    throw new UsageError(`--${option} is the address of the service without /api.`);
}
