import { execFile } from 'node:child_process';
import type { Version } from './programs.ts';
import { firstErrorLine } from './progress.ts';

/** A download or a build that takes longer than this is given up. */
const TIMEOUT_MS = 5 * 60_000;

/** Runs a program to its end and returns what it wrote; its own first line of complaint is the error. */
export function runProgram(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
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

/** Asks a program for its version; throws where it does not run on this machine. */
export async function readProgramVersion(path: string): Promise<Version> {
  return parseVersion(await runProgram(path, ['--version']));
}

/** The first `1.2.3` in a text; 0.0.0 where a build does not know its version. */
export function parseVersion(text: string): Version {
  const [, major, minor, patch] = /(\d+)\.(\d+)\.(\d+)/.exec(text) ?? [];
  return [Number(major ?? 0), Number(minor ?? 0), Number(patch ?? 0)];
}

/** Whether a version is the floor or above it. */
export function isAtLeast(version: Version, floor: Version): boolean {
  const [major, minor, patch] = [version[0] - floor[0], version[1] - floor[1], version[2] - floor[2]];
  return (major || minor || patch) >= 0;
}
