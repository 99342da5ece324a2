/**
 * Runs a program such as tar, pip or go to its end, for at most five minutes, and returns its output. Also reads and
 * compares the versions of programs.
 */
import { execFile } from 'node:child_process';
import { firstErrorLine } from '../../console/first-error-line.ts';
import type { Version } from './programs.ts';

const TIMEOUT_MS = 5 * 60_000;

/** Runs a program and returns its output. @throws Error with the most useful line of its errors */
export function runProgram(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      command,
      [...args],
      { env, timeout: TIMEOUT_MS, maxBuffer: 16 << 20, windowsHide: true },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else if (error.code === 'ENOENT') reject(new Error(`${command} is not on the PATH`));
        else reject(new Error(firstErrorLine(stderr.trim() === '' ? error.message : stderr)));
      },
    );
  });
}

/** @throws Error when the program does not run on this machine */
export async function readProgramVersion(path: string): Promise<Version> {
  return parseVersion(await runProgram(path, ['--version']));
}

/** The first `1.2.3` in a text, else 0.0.0. */
export function parseVersion(text: string): Version {
  const [, major, minor, patch] = /(\d+)\.(\d+)\.(\d+)/.exec(text) ?? [];
  return [Number(major ?? 0), Number(minor ?? 0), Number(patch ?? 0)];
}

/** Whether a version is `minimum` or newer. */
export function isAtLeast(version: Version, minimum: Version): boolean {
  const [major, minor, patch] = [version[0] - minimum[0], version[1] - minimum[1], version[2] - minimum[2]];
  return (major || minor || patch) >= 0;
}
