/** Asks for a mail with a token, and sets a new password with it. */
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { Field, Form, secretOf, textOf } from '../elements/form.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { hrefOf } from '../location.ts';

type Step = 'ask' | 'confirm' | 'done';

export default function ResetPasswordPage() {
  const [step, setStep] = useState<Step>('ask');
  return (
    <div class="narrow">
      <PageTitle title="New password" />
      {step === 'ask' && (
        <Form
          action="Send me a mail"
          send={async (data) => {
            await api.call('account.passwordReset', { email: textOf(data, 'email') });
            setStep('confirm');
          }}
        >
          <Field label="Email" name="email" type="email" autocomplete="username" />
        </Form>
      )}
      {step === 'confirm' && (
        <>
          <p>
            A mail with a token is on its way, if the address has an account. The token works for an hour.
          </p>
          <Form
            action="Set the password"
            send={async (data) => {
              await api.call('account.passwordReset.confirm', {
                token: textOf(data, 'token'),
                password: secretOf(data, 'password'),
              });
              setStep('done');
            }}
          >
            <Field label="Token" name="token" autocomplete="one-time-code" />
            <Field label="New password" name="password" type="password" autocomplete="new-password" />
          </Form>
        </>
      )}
      {step === 'done' && (
        <p class="notice" role="status">
          The password is set, and all your sessions have ended. <a href={hrefOf('/sign-in')}>Sign in</a>
        </p>
      )}
    </div>
  );
}
