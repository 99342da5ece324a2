/**
 * Opens a page of the console in a real browser for the tests: signs in there, records its requests and what the
 * browser complains of, and finds barriers by axe and by `find-cuts.ts`.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { ACCOUNT_PASSWORD } from '../../tools/world/accounts.ts';
import { isTurnOf, shareOf } from '../world/share-of.ts';
import { findCuts } from './find-cuts.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A short run looks at all pages in the light on one day, and in the dark on the next. */
const SCHEMES = shareOf(['light', 'dark'] as const, 0, 2);

export interface ConsolePage {
  page: Page;
  /** URLs of all requests. */
  requested: string[];
  /** What the browser says on its console, refused requests apart: violations of the policy and errors of scripts. */
  complaints: string[];
  /** Opens a path, and waits for the heading of its page. */
  open(path: string): Promise<void>;
  /** Opens a path that is for people who are signed in, and signs in there. */
  signIn(path: string, email: string): Promise<void>;
  /** The rules of WCAG 2.2 AA that the page breaks, with the places; and what is cut on small screens and in large letters. */
  findBarriers(): Promise<string[]>;
  /** Opens each path, whose page must have no barrier; a short run looks at a third of them, others each day. */
  expectNoBarriers(paths: readonly string[]): Promise<void>;
}

export async function openConsole(browser: Browser, base: string): Promise<ConsolePage> {
  const context = await browser.newContext({ baseURL: base, bypassCSP: false });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const [requested, complaints]: [string[], string[]] = [[], []];
  page.on('request', (request) => requested.push(request.url()));
  page.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isRefusal) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const opened: ConsolePage = {
    page,
    requested,
    complaints,
    async open(path) {
      await page.goto(path);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
    },
    async signIn(path, email) {
      await page.goto(path);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(ACCOUNT_PASSWORD);
      await page.keyboard.press('Enter');
    },
    async findBarriers() {
      const found: string[] = [];
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        // Evaluated by the debugger, which no policy of the page concerns.
        await page.evaluate(AXE);
        const { violations, passes } = await page.evaluate<AxeResult>(
          `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })`,
        );
        assert.ok(passes.length > 5);
        for (const { id, nodes } of violations)
          found.push(`${colorScheme} ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
      }
      await page.emulateMedia({ colorScheme: null });
      return [...found, ...(await findCuts(page))];
    },
    async expectNoBarriers(paths) {
      for (const [index, path] of paths.entries()) {
        await opened.open(path);
        if (!isTurnOf(index % 3, 3)) continue;
        assert.deepEqual(await opened.findBarriers(), [], path);
      }
    },
  };
  return opened;
}

interface AxeResult {
  violations: { id: string; nodes: { html: string }[] }[];
  passes: unknown[];
}
