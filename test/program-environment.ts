/** Environment of programs that tests start like an operator: the configuration of the tests is not in it. */

/** It has the cache of compiled code (`test/jest/start-servers.mjs`), which halves the time that a program needs to load. */
export function programEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE === '' ? {} : { NODE_COMPILE_CACHE }) };
}
