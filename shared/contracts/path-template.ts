/** Path templates such as `/api/standards/:id`: parameter names, and the path filled with values. */
const PATH_PARAM = /:([A-Za-z]+)/g;

/** The parameter names of a template, in their order. */
export const pathParamNames = (pattern: string): string[] =>
  [...pattern.matchAll(PATH_PARAM)].map(([, name = '']) => name);

/** The path with each parameter replaced by a text, which is not encoded. */
export const replacePathParams = (pattern: string, textOf: (name: string) => string): string =>
  pattern.replace(PATH_PARAM, (_, name: string) => textOf(name));

/**
 * The path with each parameter replaced by its percent-encoded value.
 * @throws Error naming a value that is missing or would be another path: '' and the names of folders . and ..
 */
export const fillPath = (pattern: string, values: Readonly<Record<string, unknown>>): string =>
  replacePathParams(pattern, (name) => {
    const value = values[name];
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new Error(`${pattern} needs a value for ${name}`);
    if (['', '.', '..'].includes(String(value)))
      throw new Error(`${pattern} needs a value for ${name}, and ${JSON.stringify(value)} is none`);
    return encodeURIComponent(value);
  });

/** The decoded parameters of a path where a template fits it; null where it does not. Parts that are badly encoded fit none. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const names = pattern.split('/');
  const parts = path.split('/');
  if (names.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? '';
    if (!name.startsWith(':')) {
      if (name !== part) return null;
      continue;
    }
    try {
      params[name.slice(1)] = decodeURIComponent(part);
    } catch {
      return null;
    }
    if (part === '') return null;
  }
  return params;
}
