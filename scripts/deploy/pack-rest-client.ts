/**
 * `npm run client:package`: builds the client over HTTP as an npm package for browsers and Node, JavaScript
 * with type declarations, and prints the path of the file.
 */
import { runPackCommand } from './npm-package.ts';
import { restClientPackage } from './rest-client-package/rest-client-package.ts';

runPackCommand(
  restClientPackage,
  `npm run -s client:package [-- --to FOLDER]: builds the client over HTTP as an npm package.

  --to FOLDER   where the file is written (default: this folder)
  --help        this text`,
);
