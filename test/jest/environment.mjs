/**
 * Jest environment of test files that Node itself loads (`runtime.cjs`): their globals are those of the process, so
 * the console that jest reads, its fake timers and its spies belong to these. The realm that jest makes for a file
 * holds jest alone.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';

/** What nobody ends later: a worker with one of them never exits. Timers of finished tests run out. */
const LASTING = ['TCPSocketWrap', 'TCPServerWrap', 'ProcessWrap', 'Worker'];
/** What was closed a moment ago is still there. */
const CLOSING_MS = 5_000;

const lasting = () => process.getActiveResourcesInfo().filter((name) => LASTING.includes(name));

async function assertNothingOpen() {
  const end = performance.now() + CLOSING_MS;
  while (lasting().length > 0) {
    if (performance.now() > end) throw new Error(`These tests leave open: ${lasting().join(', ')}.`);
    await pause(50);
  }
}

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
    await assertNothingOpen();
  }
}
