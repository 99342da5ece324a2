/** Asks to sign in again above the page that is open, so that what was typed on it stays. */
import { hasEnded, person, signInAgain } from '../session.ts';
import { Dialog } from './dialog.tsx';
import { Field, Form, secretOf, textOf } from './form.tsx';

export default function SignInAgain() {
  return (
    <Dialog title="Sign in again" onClose={() => (hasEnded.value = false)}>
      <p>Your session has ended. What you typed is still here: sign in, then save it again.</p>
      <Form action="Sign in" send={(data) => signInAgain(textOf(data, 'email'), secretOf(data, 'password'))}>
        <Field
          label="Email"
          name="email"
          type="email"
          autocomplete="username"
          value={person.value?.user?.email}
        />
        <Field label="Password" name="password" type="password" autocomplete="current-password" />
      </Form>
    </Dialog>
  );
}
