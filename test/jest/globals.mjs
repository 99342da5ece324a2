/**
 * `@jest/globals` of the test file that runs in this process. Each test file has its own, while the modules that it
 * shares with other files import them once: so each call asks anew.
 */
const current = () => globalThis[Symbol.for('jest globals')];

const forwarded = (name) =>
  new Proxy(() => undefined, {
    apply: (_target, _this, args) => current()[name](...args),
    get: (_target, property) => current()[name][property],
  });

export const [afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test] = [
  'afterAll',
  'afterEach',
  'beforeAll',
  'beforeEach',
  'describe',
  'expect',
  'it',
  'jest',
  'test',
].map(forwarded);
