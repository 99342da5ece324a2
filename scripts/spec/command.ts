/** The type of a command of `spec`, which each file in `commands/` exports, and the reading of its options. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../console/command-line.ts';
import type { ExitCode } from './errors.ts';
import type { Terminal } from './terminal.ts';

export interface Command {
  name: string;
  /** One line of the list of commands. */
  summary: string;
  help: string;
  /** @throws what `describeError` explains */
  run(args: string[], terminal: Terminal): Promise<ExitCode> | ExitCode;
}

/** Options and files of a command line. @throws UsageError naming what is wrong */
export function readArguments<T extends NonNullable<ParseArgsConfig['options']>>(
  command: string,
  args: string[],
  options: T,
  maxFiles = 1,
) {
  const hint = `See spec ${command} --help.`;
  const parsed = parse(args, options, hint);
  const extra = parsed.positionals[maxFiles];
  if (extra !== undefined) throw new UsageError(`${extra} is one too many. ${hint}`);
  return parsed;
}

function parse<T extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: T, hint: string) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    // Node's message ends with a hint for programmers.
    const [reason] = (error instanceof Error ? error.message : String(error)).split(/\.\s/);
    throw new UsageError(`${reason?.replace(/\.$/, '')}. ${hint}`);
  }
}
