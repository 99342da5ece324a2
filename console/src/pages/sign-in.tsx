/** Signs in, and goes on to where somebody wanted to be. */
import { useState } from 'preact/hooks';
import { PageTitle } from '../elements/page-title.tsx';
import { Problem } from '../elements/problem.tsx';
import { basePath, goTo, hrefOf, query } from '../location.ts';
import { signIn } from '../session.ts';

export default function SignInPage() {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form);
    setBusy(true);
    setError(null);
    try {
      await signIn(String(data.get('email')), String(data.get('password')));
      goTo(nextPage(query.value.get('to')), { replaces: true });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="narrow">
      <PageTitle title="Sign in" />
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        <label>
          Email
          <input name="email" type="email" autocomplete="username" required />
        </label>
        <label>
          Password
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
        {error !== null && <Problem error={error} />}
        <button type="submit" class="button main" disabled={isBusy}>
          Sign in
        </button>
      </form>
    </div>
  );
}

/** A page of the console itself: an address from outside could lead to another site. */
function nextPage(to: string | null): string {
  const url = new URL(`${basePath}${to ?? '/'}`, window.location.origin);
  return to?.startsWith('/') && url.origin === window.location.origin ? url.href : hrefOf('/');
}
