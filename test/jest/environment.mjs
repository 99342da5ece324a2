/**
 * Jest environment of test files that Node itself loads (`runtime.cjs`): their globals are those of the process, so
 * the console that jest reads, its fake timers and its spies belong to these. The realm that jest makes for a file
 * holds jest alone.
 */
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';

export default class TestEnvironment extends NodeEnvironment {
  #console = globalThis.console;

  constructor(config, context) {
    super(config, context);
    const FakeTimers = this.fakeTimersModern.constructor;
    const ModuleMocker = this.moduleMocker.constructor;
    this.fakeTimersModern = new FakeTimers({ config: config.projectConfig, global: globalThis });
    this.moduleMocker = new ModuleMocker(globalThis);
  }

  async setup() {
    await super.setup();
    globalThis.console = this.global.console;
    // No file is transformed: the stacks of Node are right. Those of jest read each file of a stack for a source map.
    Error.prepareStackTrace = undefined;
  }

  async teardown() {
    globalThis.console = this.#console;
    await super.teardown();
  }
}
