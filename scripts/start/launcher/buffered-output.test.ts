/** Tests of the output of a child process while it starts. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, it, jest } from '@jest/globals';
import { BufferedOutput } from './buffered-output.ts';

describe('output of a process that starts', () => {
  const stderr = new PassThrough();
  let printed: string[] = [];
  const watch = (): BufferedOutput => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    jest.spyOn(console, 'log').mockImplementation((line) => void printed.push(String(line)));
    return new BufferedOutput('identity', { stdout: null, stderr });
  };
  const print = async (line: string): Promise<void> => {
    stderr.write(`${line}\n`);
    await nextTurn();
  };
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    printed = [];
  });

  it('is printed after 5 s, although the process is not ready', async () => {
    const output = watch();
    await print('waiting for MongoDB');
    jest.advanceTimersByTime(5000);
    assert.deepEqual(printed, ['[identity] waiting for MongoDB']);
    output.discard();
  });

  it('leaves out the reason of its end, also one given after five seconds (E2)', async () => {
    const output = watch();
    jest.advanceTimersByTime(4999);
    await print('ADMIN_EMAIL must be set');
    jest.advanceTimersByTime(1);
    output.discard();
    assert.equal(output.lastError, 'ADMIN_EMAIL must be set');
    assert.deepEqual(printed, []);
  });
});
