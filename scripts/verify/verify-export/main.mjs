/** Entry of the offline verifier of exports: what a program that imports it gets, and its start as a command. */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { verifyChain } from './chain.mjs';
import { main } from './command.mjs';
import { verifyExport, verifyFile } from './files.mjs';
import { REASONS, Refused } from './refusals.mjs';
import { checkInclusion } from './trees.mjs';

export { checkInclusion, REASONS, Refused, verifyChain, verifyExport, verifyFile };

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = main(process.argv.slice(2));
