/**
 * Finds what of a page is cut off or does not fit: on a narrow screen, zoomed to twice its size, and with text of
 * twice its size (WCAG 1.4.4, 1.4.10).
 */
import type { Page } from 'playwright-core';

const VIEWS = [
  { name: '320 pixels', width: 320, height: 800, text: '' },
  { name: 'zoomed to 200 %', width: 640, height: 400, text: '' },
  { name: 'text of 200 %', width: 1280, height: 800, text: '200%' },
] as const;

const USUAL = { width: 1280, height: 800 };

/** Tables and code may be scrolled sideways by themselves; a field shows a part of a long value. */
const MAY_SCROLL = '.scroll, pre, input, textarea, select';

/** Evaluated in the page: the page itself, then what is larger than its box and can not be reached or has to be scrolled. */
const IN_PAGE = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const cuts = scrollWidth > clientWidth ? ['the page by ' + (scrollWidth - clientWidth) + ' pixels'] : [];
  for (const element of document.querySelectorAll('body *')) {
    if (element.matches(${JSON.stringify(MAY_SCROLL)})) continue;
    const { overflowX, overflowY, textOverflow, display } = getComputedStyle(element);
    // A name that is shortened says so by its dots, and has a title.
    if (display === 'inline' || (textOverflow === 'ellipsis' && element.title !== '')) continue;
    const isWide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
    const isHigh = ['hidden', 'clip'].includes(overflowY) && element.scrollHeight > element.clientHeight + 1;
    if (isWide || isHigh) cuts.push(element.outerHTML.slice(0, 160));
  }
  return cuts;
})()`;

/** What does not fit in one of the views, with its markup; the page is as before then. */
export async function findCuts(page: Page): Promise<string[]> {
  const found: string[] = [];
  const before = page.viewportSize() ?? USUAL;
  for (const { name, width, height, text } of VIEWS) {
    await page.setViewportSize({ width, height });
    await page.evaluate(`document.documentElement.style.fontSize = '${text}'`);
    const cuts = await page.evaluate<string[]>(IN_PAGE);
    found.push(...cuts.map((cut) => `${name}: ${cut}`));
  }
  await page.evaluate(`document.documentElement.style.fontSize = ''`);
  await page.setViewportSize(before);
  return found;
}
