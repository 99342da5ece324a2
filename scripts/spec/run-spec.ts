/** Parses one command line of `spec`, runs its command and prints an error with its exit code. */
import { COMMANDS } from './commands/index.ts';
import { describeError, EXIT, type ExitCode, exitCodeOf } from './errors.ts';
import type { Terminal } from './terminal.ts';

const HELP = `spec COMMAND: edits the standards of a service as markup files.

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(11)}${summary}`).join('\n')}

spec COMMAND --help has the options. Exit codes: 0 done, 1 refused or errors found, 2 a conflict to settle,
64 wrong command line, 66 no such file, 69 service not reachable, 77 no key or no permission.`;

/** @returns the exit code; errors are printed */
export async function runSpec(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...args] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.write(`${HELP}\n`);
    return name === undefined ? EXIT.usage : EXIT.done;
  }
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) {
    terminal.note(`There is no command ${name}. See spec --help.`);
    return EXIT.usage;
  }
  if (args.some((word) => word === '--help' || word === '-h')) {
    terminal.write(`${command.help}\n`);
    return EXIT.done;
  }
  try {
    return await command.run(args, terminal);
  } catch (error) {
    for (const line of describeError(error)) terminal.note(line);
    return exitCodeOf(error);
  }
}
