/** The address of the page as signals: links within the console change it without loading the console again. */
import { computed, signal } from '@preact/signals';

/** The path of BASE_URL, below which a proxy may serve the console. */
export const basePath = document.documentElement.dataset.base ?? '';

const current = signal(window.location.href);

/** The path below the base, such as `/standards/12`. */
export const path = computed(() => {
  const { pathname } = new URL(current.value);
  return pathname.slice(basePath.length) || '/';
});

export const query = computed(() => new URL(current.value).searchParams);

/** The part behind `#`, decoded; empty for none. */
export const anchor = computed(() => {
  const { hash } = new URL(current.value);
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
});

/** The href of a page of the console. */
export function hrefOf(
  page: string,
  params: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== undefined && value !== '') search.set(name, String(value));
  const text = search.toString();
  return `${basePath}${page}${text === '' ? '' : `?${text}`}`;
}

/** Goes to a page. @param replaces whether "back" passes over the page that is left */
export function goTo(href: string, { replaces = false } = {}): void {
  if (replaces) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  current.value = window.location.href;
}

/** Pages outside the console, which the browser loads. */
const isOutside = (url: URL): boolean =>
  url.origin !== window.location.origin ||
  !url.pathname.startsWith(`${basePath}/`) ||
  /^\/(api|docs|mcp|llms\.txt|\.well-known)(\/|$)/.test(url.pathname.slice(basePath.length));

/** A place on the page that is open: the browser goes there, also when the address has it already. */
const isOnThisPage = ({ href, hash }: URL): boolean =>
  hash !== '' && href.split('#')[0] === window.location.href.split('#')[0];

/** Follows links of the console in this page; those with a modifier key, a target or a download are the browser's. */
export function followLinks(): void {
  window.addEventListener('popstate', () => {
    current.value = window.location.href;
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    if (isOutside(url) || isOnThisPage(url)) return;
    event.preventDefault();
    goTo(url.href);
  });
}
