/** Path templates of the contracts, such as `/api/standards/:id`. */

const PATH_PARAM = /:([A-Za-z]+)/g;

/** The parameter names of a template, in their order. */
export const pathParamNames = (pattern: string): string[] =>
  [...pattern.matchAll(PATH_PARAM)].map(([, name = '']) => name);

/** The path with each parameter replaced by a text, which is not encoded. */
export const replacePathParams = (pattern: string, textOf: (name: string) => string): string =>
  pattern.replace(PATH_PARAM, (_, name: string) => textOf(name));

/**
 * The address of one thing: each name replaced by its value, percent-encoded.
 * @throws Error naming what no value is given for
 */
export const fillPath = (pattern: string, values: Readonly<Record<string, unknown>>): string =>
  replacePathParams(pattern, (name) => {
    const value = values[name];
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new Error(`${pattern} needs a value for ${name}`);
    return encodeURIComponent(value);
  });
