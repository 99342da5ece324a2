/** Makes an account, alone or with a company, and verifies its email with the token from the mail. */
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { Field, Form, secretOf, textOf } from '../elements/form.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { goTo, hrefOf } from '../location.ts';
import { person, readSession } from '../session.ts';

export default function RegisterPage() {
  const [isSent, setSent] = useState(false);
  return (
    <div class="narrow">
      <PageTitle title={isSent ? 'Verify your email' : 'New account'} />
      {isSent ? (
        <Verification />
      ) : (
        <Form
          action="Register"
          send={async (data) => {
            const company = textOf(data, 'company_name');
            await api.call('account.register', {
              name: textOf(data, 'name'),
              email: textOf(data, 'email'),
              password: secretOf(data, 'password'),
              ...(company === '' ? {} : { company_name: company }),
            });
            await readSession();
            if (person.value) goTo(hrefOf('/'));
            else setSent(true);
          }}
        >
          <Field label="Name" name="name" autocomplete="name" />
          <Field label="Email" name="email" type="email" autocomplete="username" />
          <Field
            label="Password"
            name="password"
            type="password"
            autocomplete="new-password"
            hint="At least 12 characters. A sentence is easy to remember."
          />
          <Field
            label="Company"
            name="company_name"
            autocomplete="organization"
            optional
            hint="For a new company, of which you become the administrator. Leave it empty where you were invited."
          />
        </Form>
      )}
    </div>
  );
}

function Verification() {
  const [waitsFor, setWaitsFor] = useState<string | null | undefined>();
  if (waitsFor !== undefined)
    return (
      <p class="notice" role="status">
        {waitsFor === null
          ? 'Your email is verified. '
          : 'Your email is verified. An administrator approves new accounts. '}
        <a href={hrefOf('/sign-in')}>Sign in</a>
      </p>
    );
  return (
    <>
      <p>A mail is on its way to you, if the address had no account yet. Copy the token from it.</p>
      <Form
        action="Verify"
        send={async (data) => {
          const { waits_for } = await api.call('account.verifyEmail', { token: textOf(data, 'token') });
          setWaitsFor(waits_for);
        }}
      >
        <Field label="Token" name="token" autocomplete="one-time-code" />
      </Form>
    </>
  );
}
