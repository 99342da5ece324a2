/**
 * Finds the library and the category of an imported standard, and creates a missing category. An option of the
 * command can be an id or a name; a document names its category. Also the note on an existing standard that is filed
 * elsewhere (`describeKeptPlace`), and the existing id that a NAME_TAKEN error gives (`existingId`), used for
 * standards too.
 */
import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import { ApiError } from '../../shared/rest-client/client.ts';
import { isJsonObject } from '../../shared/rest-client/json.ts';
import { UsageError } from '../console/command-line.ts';
import { readStandard } from './next-step.ts';
import type { ImportScope } from './options.ts';

const USUAL_CATEGORY = 'Imported standards';

/** The id that an option of the command says; null when it is a name. */
const idIn = (option: string): number | null => (/^[1-9]\d*$/.test(option) ? Number(option) : null);

/**
 * The id of the category of a standard: the chosen one by id or name, else the one of this name in the document.
 * Names are equal in any letter case; a category that does not exist is created.
 * @param chosen the option `--category`
 * @param documentCategory always a name: an id of the service that wrote the document is another category here
 */
export async function findOrCreateCategory(
  api: ApiCaller,
  scope: ImportScope,
  chosen: string | null,
  documentCategory: string | undefined,
): Promise<number> {
  const id = chosen === null ? null : idIn(chosen);
  if (id !== null) return id;
  const name = chosen ?? documentCategory ?? USUAL_CATEGORY;
  const { categories } = await api.call('categories.list', { ...scope });
  const named = categories.filter((category) => isSameName(category.name, name));
  const [found = named[0], second] = named.filter(({ parent_id }) => parent_id === null);
  if (second !== undefined || (named.length > 1 && found?.parent_id !== null)) {
    const ids = named.map(({ id }) => id).join(', ');
    throw new UsageError(
      `Several categories are called ${JSON.stringify(name)}: ${ids}. Give --category its id.`,
    );
  }
  if (found !== undefined) return found.id;
  try {
    return (await api.call('categories.create', { name, ...scope })).id;
  } catch (error) {
    const existing = existingId(error);
    if (existing === null) throw error;
    return existing;
  }
}

/** The id of a library by id or name; undefined for the default one. @throws UsageError for an unknown name */
export async function findLibrary(
  api: ApiCaller,
  scope: ImportScope,
  wanted: string | null,
): Promise<number | undefined> {
  if (wanted === null) return undefined;
  const id = idIn(wanted);
  if (id !== null) return id;
  const { libraries } = await api.call('libraries.list', { ...scope });
  const found = libraries.find(({ name }) => isSameName(name, wanted));
  if (found !== undefined) return found.id;
  const names = libraries.map(({ name }) => JSON.stringify(name)).join(', ');
  throw new UsageError(`There is no library ${JSON.stringify(wanted)} here, but ${names || 'none'}.`);
}

/**
 * A line for each of category and library in which a standard that exists is not, and stays where it is.
 * @param wanted what the options of the command say; undefined for one that is not given
 */
export async function describeKeptPlace(
  api: ApiCaller,
  id: number,
  wanted: { category: number | undefined; library: number | undefined },
): Promise<string[]> {
  if (wanted.category === undefined && wanted.library === undefined) return [];
  const { category, library } = await readStandard(api, id);
  const lines: string[] = [];
  if (wanted.category !== undefined && wanted.category !== category?.id)
    lines.push(
      `It was there before and stays in the category ${describePlace(category)}. To change that: PUT /api/standards/${id} ${JSON.stringify({ category_id: wanted.category })}`,
    );
  if (wanted.library !== undefined && wanted.library !== library?.id)
    lines.push(
      `It was there before and stays in the library ${describePlace(library)}, not ${wanted.library}: a standard keeps its library.`,
    );
  return lines;
}

const describePlace = (place: { id: number; name: string } | null): string =>
  place === null ? '(none)' : `${JSON.stringify(place.name)} (${place.id})`;

/** The id that a refused creation names, because the name is taken; null for any other error. */
export function existingId(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.problem.code !== 'NAME_TAKEN') return null;
  const { metadata } = error.problem;
  const id = isJsonObject(metadata) ? metadata.existingId : undefined;
  return typeof id === 'number' ? id : null;
}

const isSameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
