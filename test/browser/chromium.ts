/**
 * Chromium of this machine for browser tests: whether it is installed, and its start. It is too large to
 * download for one suite.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function findProgram(): string | null {
  const named = process.env.CHROMIUM ? [process.env.CHROMIUM] : [];
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...named, ...onPath].find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const program = findProgram();

/** Why there is no browser, for the `skip` of a test; false while there is one. */
export const missingBrowserReason = (): string | false =>
  program === null && 'no Chromium on the PATH (Debian: apt-get install chromium) nor named by CHROMIUM';

/** Starts the browser; as root it has no sandbox of its own. */
export function openBrowser(): Promise<Browser> {
  if (program === null) throw new Error('there is no browser');
  return chromium.launch({ executablePath: program, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
