/**
 * `npm run bus:package`: builds the client on the bus as an npm package for programs outside this repository,
 * JavaScript with type declarations, and prints the path of the file.
 */
import { runPackCommand } from './npm-package.ts';

runPackCommand(
  { folder: 'shared/bus-client' },
  `npm run -s bus:package [-- --to FOLDER]: builds the client on the bus as an npm package.

  --to FOLDER   where the file is written (default: this folder)
  --help        this text`,
);
