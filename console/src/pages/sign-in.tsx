/** Signs in, and goes on to where somebody wanted to be. */
import { Field, Form, secretOf, textOf } from '../elements/form.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { basePath, goTo, hrefOf, query } from '../location.ts';
import { signIn } from '../session.ts';

export default function SignInPage() {
  return (
    <div class="narrow">
      <PageTitle title="Sign in" />
      <Form
        action="Sign in"
        send={async (data) => {
          await signIn(textOf(data, 'email'), secretOf(data, 'password'));
          goTo(nextPage(query.value.get('to')), { replaces: true });
        }}
      >
        <Field label="Email" name="email" type="email" autocomplete="username" />
        <Field label="Password" name="password" type="password" autocomplete="current-password" />
      </Form>
      <p>
        <a href={hrefOf('/reset-password')}>Forgotten password</a> ·{' '}
        <a href={hrefOf('/register')}>New account</a>
      </p>
    </div>
  );
}

/** A page of the console itself: an address from outside could lead to another site. */
function nextPage(to: string | null): string {
  const url = new URL(`${basePath}${to ?? '/'}`, window.location.origin);
  return to?.startsWith('/') && url.origin === window.location.origin ? url.href : hrefOf('/');
}
