/**
 * Saves a file that the service sends into the folder of the call, under the name that the user or else the service
 * gives it; nothing is overwritten. Also reads an id of a command line (`readId`).
 */
import { existsSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { UsageError } from '../console/command-line.ts';
import { SpecError } from './errors.ts';
import type { Terminal } from './terminal.ts';

/** An id of a command line. @throws UsageError with the hint */
export function readId(text: string | undefined, hint: string): number {
  if (text === undefined || !/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(hint);
  return Number(text);
}

interface Naming {
  /** What the user calls the file; undefined: the name of the service. */
  name: string | undefined;
  /** Where neither says a name. */
  otherwise: string;
}

/**
 * Writes the file and says so.
 * @param change what is written in place of the bytes
 * @throws SpecError where there is a file of that name
 */
export async function saveDownload(
  terminal: Terminal,
  response: Response,
  { name: given, otherwise }: Naming,
  change: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes,
): Promise<void> {
  const name = given ?? nameIn(response.headers.get('content-disposition'), otherwise);
  const path = resolve(terminal.folder, name);
  if (existsSync(path)) throw new SpecError(`${name} exists already, and nothing is overwritten.`);
  writeFileSync(path, change(new Uint8Array(await response.arrayBuffer())), { flag: 'wx' });
  terminal.print(`${name}: written.`);
}

/** The name of a file in the folder, whatever the service says. */
function nameIn(disposition: string | null, otherwise: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  const name = basename(encoded === undefined ? '' : decodeURIComponent(encoded)).replace(/^\.+/, '');
  return name === '' ? otherwise : name;
}
