/** Worker thread of `catalogue-writer.ts`: writes each catalogue that it receives and posts its JSON. */
import { parentPort } from 'node:worker_threads';
import { writeCatalogue } from '../../../shared/oscal/write-catalogue.ts';
import type { CatalogueTask } from './catalogue-writer.ts';

parentPort?.on('message', ({ head, content }: CatalogueTask) => {
  parentPort?.postMessage(JSON.stringify(writeCatalogue(head, content)));
});
