/** `spec`, the command line of authors. */
import './older-node.ts';
import { runSpec } from './run-spec.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await runSpec(process.argv.slice(2), processTerminal());
