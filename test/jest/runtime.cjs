/**
 * Jest runtime that loads packages once for each worker, with Node itself, instead of once for each test file:
 * a quarter of the processor time of the suites of services was spent on it. Modules of this repository are still
 * loaded for each file anew. `environment.mjs` makes the objects of both sides equal.
 */
const { resolve, sep } = require('node:path');
const { default: JestRuntime } = require('jest-runtime');

const PACKAGES = resolve(__dirname, '../../node_modules') + sep;
/** Moleculer takes no plain object but one of its own realm. */
const OF_THE_TEST_FILE = ['moleculer', 'moleculer-web'].map((name) => PACKAGES + name + sep);

const isShared = (path) =>
  path.startsWith(PACKAGES) && !OF_THE_TEST_FILE.some((folder) => path.startsWith(folder));

module.exports = class Runtime extends JestRuntime {
  /** @param moduleName an absolute path where an ES module imports a package of CommonJS */
  requireModule(from, moduleName, ...options) {
    if (moduleName && isShared(moduleName)) return require(moduleName);
    return super.requireModule(from, moduleName, ...options);
  }
};
