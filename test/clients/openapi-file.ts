/** Makes a folder for a generated client below node_modules/.cache, with the OpenAPI document as a file in it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { json } from '../openapi-document.ts';

/** @returns the path of the folder, which has the document as `openapi.json` */
export function folderWithOpenApi(name: string): string {
  const folder = resolve('node_modules/.cache', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/openapi.json`, json);
  return folder;
}
