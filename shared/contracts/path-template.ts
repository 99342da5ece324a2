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
