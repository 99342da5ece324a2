/**
 * The environment that each command of `spec` gets: folder, environment variables, input and output. Tests pass their
 * own.
 */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { visibleText } from '../console/terminal-text.ts';
import { EXIT, SpecError } from './errors.ts';
import { decodeText } from './read-text.ts';

export interface Terminal {
  /** The folder of the call. */
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Prints a line for people; what a terminal would obey is escaped. */
  print(line: string): void;
  /** Prints text for programs, as it is. */
  write(text: string): void;
  /** Prints a line beside the result, such as an error or a hint. */
  note(line: string): void;
  /** Asks for a line; a secret one is not shown. @throws SpecError without a terminal */
  ask(question: string, isSecret?: boolean): Promise<string>;
  /** All of standard input. @throws SpecError unless it is UTF-8 */
  readInput(): Promise<string>;
}

/** The terminal of this process. @param command whose help has what can be given instead of an answer */
export function processTerminal(command = ''): Terminal {
  return {
    folder: process.cwd(),
    env: process.env,
    print: (line) => console.log(visibleText(line)),
    write: (content) => void process.stdout.write(content),
    note: (line) => console.error(visibleText(line)),
    ask: (question, isSecret = false) => askAtTerminal(command, question, isSecret),
    readInput: async () => decodeText(await buffer(process.stdin), 'Standard input'),
  };
}

async function askAtTerminal(command: string, question: string, isSecret: boolean): Promise<string> {
  if (!process.stdin.isTTY)
    throw new SpecError(
      `${question} is not given, and there is nobody to ask. See spec ${command} --help.`,
      EXIT.usage,
    );
  // The echo of what is typed is the output of this interface; the question is written beside it.
  const output = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr;
  process.stderr.write(isSecret ? `${question}: ` : '');
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return (await lines.question(isSecret ? '' : `${question}: `)).trim();
  } finally {
    lines.close();
    if (isSecret) process.stderr.write('\n');
  }
}
