/**
 * Jest runtime that has Node load the test files, as it loads the services in production: each module once for each
 * worker, where jest would load it for each test file anew and in a realm of its own. A third of the processor
 * time of the tests was spent on that.
 */
const { registerHooks } = require('node:module');
const { resolve } = require('node:path');
const { pathToFileURL } = require('node:url');
const { default: JestRuntime } = require('jest-runtime');

const GLOBALS = pathToFileURL(resolve(__dirname, 'globals.mjs')).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
});

module.exports = class Runtime extends JestRuntime {
  #testFile;

  constructor(config, environment, resolver, transformer, cacheFS, cacheFSOptions, testFile, ...rest) {
    super(config, environment, resolver, transformer, cacheFS, cacheFSOptions, testFile, ...rest);
    this.#testFile = testFile;
  }

  /** Takes what `@jest/globals` gives to the test file. */
  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    globalThis[Symbol.for('jest globals')] = {
      ...globals,
      jest: this.jestGlobals.jestObjectFor(this.#testFile),
    };
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** Loads a test file, or calls the function that a set-up file exports. */
  async unstable_importModule(path) {
    const { default: setUp } = await import(pathToFileURL(path).href);
    setUp?.();
  }
};
