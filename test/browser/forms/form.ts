/**
 * Type of a form of the console for the suite of refused requests: where it is, how it is filled in and sent, and
 * what the page shows when it was. Also builds such forms, and finds fields, buttons and words of a page.
 */
import type { Locator, Page } from 'playwright-core';

/** Paths of what the forms are about. */
export interface FormPlaces {
  standard: string;
  project: string;
  datasheet: string;
  company: string;
  matter: string;
  wikiPage: string;
}

/** Finds a field, and what it holds while it is not sent: its text, whether it is ticked, or what it shows. */
type Typed = readonly [find: (page: Page) => Locator, value: string | boolean | RegExp];

export interface FormOfConsole {
  name: string;
  path: (places: FormPlaces) => string;
  /** Method and path of the request that it sends. */
  request: RegExp;
  fill: (page: Page) => Promise<void>;
  typed: readonly Typed[];
  send: (page: Page) => Promise<void>;
  done: (page: Page) => Locator;
}

/** A field by the words of its label. */
export const label = (text: string) => (page: Page) => page.getByLabel(text, { exact: true }).first();
/** Clicks the last button of this name. */
export const click = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).last().click();
/** Words that the page says. */
export const says = (text: string | RegExp) => (page: Page) => page.getByText(text);
/** A heading of the page. */
export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name });

/** A form whose fields are found by their labels. @param open shows it */
export function labelled(
  about: Omit<FormOfConsole, 'fill' | 'typed'>,
  texts: Readonly<Record<string, string>>,
  open?: (page: Page) => Promise<void>,
): FormOfConsole {
  const typed = Object.entries(texts).map(([name, text]) => [label(name), text] as const);
  return {
    ...about,
    typed,
    async fill(page) {
      await open?.(page);
      for (const [find, text] of typed) await find(page).fill(text);
    },
  };
}

/** Opens what is folded under these words. */
export const summary = (text: string) => (page: Page) => page.locator('summary', { hasText: text }).click();
