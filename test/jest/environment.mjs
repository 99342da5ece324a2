/**
 * Jest environment of test files that Node itself loads (`runtime.cjs`): their globals are those of the process, so
 * the console that jest reads, its fake timers and its spies belong to these. The realm that jest makes for a file
 * holds jest alone.
 */
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';

/**
 * Ends a worker as soon as nothing keeps it alive. Its own end takes the heap apart first, and three workers at once
 * need longer for that than the half second after which jest kills a worker and speaks of a leak. A worker with a leak
 * never gets here.
 */
if (process.send) process.once('beforeExit', () => process.exit());

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
  }

  async teardown() {
    globalThis.console = this.#console;
    await super.teardown();
  }
}
