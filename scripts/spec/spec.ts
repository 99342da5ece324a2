/** Entry of `spec`, the command line of authors: runs it with the arguments of the process. */
import './node-20-polyfills.ts';
import { runSpec } from './run-spec.ts';
import { processTerminal } from './terminal.ts';

const words = process.argv.slice(2);
process.exitCode = await runSpec(words, processTerminal(words[0]));
