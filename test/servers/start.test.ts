/**
 * Tests of how the servers of the tests start: in containers, as programs of this machine, or not at all, with the
 * reason.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { startTestServers } from './start.ts';
import type { TestServer } from './test-server.ts';

/** A kind of server that tells how it was started; one that cannot be says why. */
function kind(
  title: string,
  { container, program }: { container: boolean; program: boolean },
): TestServer & { stopped: string[] } {
  const stopped: string[] = [];
  const started = (value: string, possible: boolean) => {
    if (!possible) throw new Error(`cannot: ${value}`);
    return { value, stop: async () => void stopped.push(value) };
  };
  return {
    title,
    variable: `TEST_${title}`,
    missing: `TEST_${title}_MISSING`,
    image: `${title}:1`,
    startContainer: async (image) => started(`container of ${image}`, container),
    startProgram: async () => started('program', program),
    stopped,
  };
}
const responses = async () => true;
const silent = async () => false;

describe('the servers of the tests', () => {
  it('run in containers where a container engine answers', async () => {
    const server = kind('A', { container: true, program: true });
    const { env, summary, stop } = await startTestServers([server], responses);
    assert.deepEqual(env, { TEST_A: 'container of A:1' });
    assert.equal(summary, 'A in containers');
    await stop();
    assert.deepEqual(server.stopped, ['container of A:1']);
  });

  it('run as programs of this machine where none answers', async () => {
    const servers = ['A', 'B'].map((title) => kind(title, { container: true, program: true }));
    const { env, summary } = await startTestServers(servers, silent);
    assert.deepEqual(env, { TEST_A: 'program', TEST_B: 'program' });
    assert.equal(summary, 'A, B as programs (no container engine answers)');
  });

  it('run as programs where the engine has not got their image', async () => {
    const { env, summary } = await startTestServers(
      [kind('A', { container: false, program: true })],
      responses,
    );
    assert.deepEqual(env, { TEST_A: 'program' });
    assert.match(summary, /^A as programs \(no container: .*cannot: container of A:1\)$/);
  });

  it('are named with their reason when they cannot be started, so that their suites are skipped', async () => {
    const { env } = await startTestServers([kind('A', { container: false, program: false })], responses);
    assert.deepEqual(env, { TEST_A_MISSING: 'cannot: program' });
  });
});
