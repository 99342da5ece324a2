/**
 * Reads and writes clones: a clone is a standard as a markup file, with its state in the folder `.spec` next to it.
 * Files are replaced as a whole, and the last texts that commands replaced are kept in `.spec/previous`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type CloneState, readState, writeState } from './clone-state.ts';
import { EXIT, SpecError } from './errors.ts';
import { readText } from './read-text.ts';
import { replaceFile } from './replace-file.ts';

const FOLDER = '.spec';
const MAX_KEPT = 20;

/** A clone: its markup file and what is known of it. */
export interface Clone {
  /** Path of the markup file. */
  path: string;
  /** Its name, as commands print it. */
  name: string;
  /** The text of the file as it was read. */
  text: string;
  state: CloneState;
}

const stateFile = (path: string): string => join(dirname(path), FOLDER, `${basename(path)}.json`);

/**
 * The clone of a markup file.
 * @param file null: the only one of the folder
 * @throws SpecError when there is none, or several and none is named
 */
export function openClone(folder: string, file: string | null): Clone {
  const path = resolve(folder, file ?? onlyClone(folder));
  const state = stateFile(path);
  if (!existsSync(state))
    throw new SpecError(`${file ?? path} is no clone. Get one with spec clone ID.`, EXIT.noInput);
  if (!existsSync(path))
    throw new SpecError(
      `There is no file ${path}. Put it back, or remove ${state} and clone the standard again.`,
      EXIT.noInput,
    );
  return {
    path,
    name: basename(path),
    text: readText(path),
    state: readState(readFileSync(state, 'utf8'), state),
  };
}

/** The clone of a markup file, or null when it is none. */
export const findClone = (path: string): Clone | null =>
  existsSync(stateFile(path)) ? openClone('.', path) : null;

/** The markup files of the clones of a folder. */
export function clonesIn(folder: string): string[] {
  const at = join(folder, FOLDER);
  const names = existsSync(at) ? readdirSync(at).filter((name) => name.endsWith('.json')) : [];
  return names.map((name) => name.slice(0, -'.json'.length)).sort();
}

function onlyClone(folder: string): string {
  const [name, ...more] = clonesIn(folder);
  if (name === undefined)
    throw new SpecError('There is no clone in this folder. Get one with spec clone ID.', EXIT.noInput);
  if (more.length > 0)
    throw new SpecError(`Name one of the clones of this folder: ${[name, ...more].join(', ')}.`, EXIT.usage);
  return name;
}

/** Makes a clone. @throws SpecError where a file or a state is in the way */
export function createClone(path: string, text: string, state: CloneState): void {
  for (const taken of [path, stateFile(path)]) {
    if (existsSync(taken))
      throw new SpecError(
        `${taken} exists already, and nothing is overwritten. Name another file: spec clone ID FILE.`,
      );
  }
  if (!existsSync(dirname(path)))
    throw new SpecError(`There is no folder ${dirname(path)}. Make it, or name another file.`, EXIT.noInput);
  const folder = dirname(stateFile(path));
  mkdirSync(folder, { recursive: true });
  const ignored = join(folder, '.gitignore');
  if (!existsSync(ignored)) writeFileSync(ignored, 'previous/\n');
  writeFileSync(path, text, { flag: 'wx' });
  replaceFile(stateFile(path), writeState(state));
}

/**
 * Replaces text and state of a clone, the text first: after a crash between the two the next push finds changes that the
 * service has already, and merges them.
 * @throws SpecError when somebody saved the file since it was read; then nothing is replaced
 */
export function updateClone({ path, name, text: read }: Clone, text: string, state: CloneState): void {
  if (readText(path) !== read)
    throw new SpecError(
      `${name} was changed during the command, and was not replaced. Run the command again.`,
    );
  if (text !== read) {
    keepPrevious(path, read);
    replaceFile(path, text);
  }
  replaceFile(stateFile(path), writeState(state));
}

/** Keeps a text that is about to be replaced, and removes the oldest ones. */
function keepPrevious(path: string, text: string): void {
  const folder = join(dirname(stateFile(path)), 'previous');
  mkdirSync(folder, { recursive: true });
  const ending = `-${basename(path)}`;
  const time = new Date().toISOString().replaceAll(':', '-');
  writeFileSync(join(folder, `${time}${ending}`), text);
  const kept = readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort();
  for (const name of kept.slice(0, -MAX_KEPT)) rmSync(join(folder, name));
}
