/** The frame of every page: header with navigation, search and account, and the page of the address. */
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Fold } from './elements/fold.tsx';
import { Later } from './elements/later.tsx';
import { Problem } from './elements/problem.tsx';
import { goTo, hrefOf, path, query } from './location.ts';
import type { PageProps } from './page-props.ts';
import { findPage } from './pages.ts';
import { hasEnded, type Person, person, signOut } from './session.ts';

interface Shown {
  path: string;
  Page: ComponentType<PageProps>;
  params: Record<string, string>;
}

export function App() {
  const [shown, setShown] = useState<Shown | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const here = path.value;
  const who = person.value;
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);

  useEffect(() => {
    const { page, params } = findPage(here);
    if (page.isPrivate && who === undefined) return;
    if (page.isPrivate && who === null) {
      goTo(hrefOf('/sign-in', { to: `${here}${window.location.search}` }), { replaces: true });
      return;
    }
    let isCurrent = true;
    // The page that is left stays until the next one is there: nothing moves in between.
    page.load().then(
      ({ default: Page }) => isCurrent && setShown({ path: here, Page, params }),
      (error: unknown) => isCurrent && setFailure(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [here, who]);

  useEffect(() => {
    if (!shown) return;
    // A page that was followed to is read from its beginning, also by who listens to it.
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    if (!isFirst.current && window.location.hash === '') window.scrollTo(0, 0);
    isFirst.current = false;
  }, [shown?.path]);

  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Header />
      <main id="main" tabIndex={-1} ref={main}>
        {failure ? (
          <Problem error={failure} />
        ) : (
          shown && <shown.Page key={shown.path} params={shown.params} />
        )}
      </main>
      {hasEnded.value && <Later load={() => import('./elements/sign-in-again.tsx')} />}
    </>
  );
}

function Header() {
  const who = person.value;
  return (
    <header class="bar">
      <a class="name" href={hrefOf('/')}>
        Specifications
      </a>
      {/* Closed again on the next page. */}
      <Fold key={path.value} label="Menu" />
      <nav aria-label="Main">
        {who && <NavLink to="/projects">Projects</NavLink>}
        {who && <NavLink to="/standards">Standards</NavLink>}
        <NavLink to="/wiki">Wiki</NavLink>
        {who?.user?.company_id != null && <NavLink to={`/companies/${who.user.company_id}`}>Company</NavLink>}
        {mayEver(who, 'wiki:adoption:revoke') && <NavLink to="/moderation">Moderation</NavLink>}
        {mayEver(who, 'site:admin') && <NavLink to="/admin">Administration</NavLink>}
        <a href={hrefOf('/docs')}>API</a>
      </nav>
      <SearchBox />
      {who === undefined ? (
        <span class="account" />
      ) : who === null ? (
        <a
          class="account"
          href={hrefOf('/sign-in', { to: path.value === '/sign-in' ? undefined : path.value })}
        >
          Sign in
        </a>
      ) : (
        <span class="account">
          <a class="who" href={hrefOf('/account')} title={who.user?.email}>
            {who.user?.name}
          </a>
          <button type="button" class="quiet" onClick={() => void signOut().then(() => goTo(hrefOf('/')))}>
            Sign out
          </button>
        </span>
      )}
    </header>
  );
}

/** Whether somebody has a permission anywhere, so that a page is not empty for them. */
const mayEver = (who: Person | null | undefined, permission: Person['permissions'][number]): boolean =>
  who?.permissions.includes(permission) === true ||
  who?.scoped.some((one) => one.permission === permission) === true;

function NavLink({ to, children }: { to: string; children: string }) {
  const isHere = path.value === to || path.value.startsWith(`${to}/`);
  return (
    <a href={hrefOf(to)} aria-current={isHere ? 'page' : undefined}>
      {children}
    </a>
  );
}

/** Where a key is a letter. */
const TEXT_FIELDS = 'textarea, select, input:not([type=checkbox], [type=radio]), [contenteditable]';

function SearchBox() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.matches(TEXT_FIELDS);
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form in a search landmark, which old screen readers know by its role
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const words = field.current?.value.trim() ?? '';
        if (words !== '') goTo(hrefOf('/search', { query: words }));
      }}
    >
      <input
        ref={field}
        type="search"
        name="query"
        aria-label="Search clauses"
        placeholder="Search clauses ( / )"
        value={path.value === '/search' ? (query.value.get('query') ?? '') : ''}
      />
    </form>
  );
}
