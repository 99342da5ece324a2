/**
 * Lookup of the category and the library of an imported standard, by id or name; a missing category is
 * created.
 */
import type { ApiCaller } from '../rest-client/api-caller.ts';
import { ApiError } from '../rest-client/client.ts';
import { isJsonObject } from '../rest-client/json.ts';
import { type ImportScope, UsageError } from './options.ts';

const USUAL_CATEGORY = 'Imported standards';

/** The id of a category by id or name, in any letter case; one that does not exist is created. */
export async function findOrCreateCategory(
  api: ApiCaller,
  scope: ImportScope,
  wanted: string | null,
): Promise<number> {
  const name = wanted ?? USUAL_CATEGORY;
  if (/^[1-9]\d*$/.test(name)) return Number(name);
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
  if (/^[1-9]\d*$/.test(wanted)) return Number(wanted);
  const { libraries } = await api.call('libraries.list', { ...scope });
  const found = libraries.find(({ name }) => isSameName(name, wanted));
  if (found !== undefined) return found.id;
  const names = libraries.map(({ name }) => JSON.stringify(name)).join(', ');
  throw new UsageError(`There is no library ${JSON.stringify(wanted)} here, but ${names || 'none'}.`);
}

/** The id that a refused creation names, because the name is taken; null for any other error. */
export function existingId(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.problem.code !== 'NAME_TAKEN') return null;
  const { metadata } = error.problem;
  const id = isJsonObject(metadata) ? metadata.existingId : undefined;
  return typeof id === 'number' ? id : null;
}

const isSameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
