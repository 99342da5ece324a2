/** `spec verify`: the verifier of exports, as it is in `scripts/verify`. */
import { UsageError } from '../../console/command-line.ts';
import { main } from '../../verify/verify-export/command.mjs';
import { type Command, readArguments } from '../command.ts';
import { EXIT } from '../errors.ts';

const HELP = `spec verify FILE... [--keys keys.json]: verifies signed exports of projects and proofs of them, offline.

  --keys FILE  the response of GET /api/certificates/keys; default: keys.json in the folder of each file
  --help       this text

Exit 0: verified. Exit 1: refused, with the reason. Exit 66: not checked, as a file is missing or cannot be read.`;

export const verify: Command = {
  name: 'verify',
  summary: 'verifies signed exports and proofs, offline',
  help: HELP,
  run(args) {
    const options = { keys: { type: 'string' } } as const;
    const { values, positionals } = readArguments('verify', args, options, Number.POSITIVE_INFINITY);
    if (positionals.length === 0) throw new UsageError('Which file? See spec verify --help.');
    const code = main([...positionals, ...(values.keys === undefined ? [] : ['--keys', values.keys])]);
    return code === 2 ? EXIT.noInput : code;
  },
};
