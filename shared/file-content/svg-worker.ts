/** Worker thread of `svg-checker.ts`: checks each SVG that it receives and posts the fault, or null. */
import { parentPort } from 'node:worker_threads';
import { findSvgFault } from './svg-content.ts';

parentPort?.on('message', (bytes: Uint8Array) => {
  parentPort?.postMessage(findSvgFault(bytes));
});
