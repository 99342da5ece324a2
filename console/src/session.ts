/** Who is signed in; signing in and out, and signing in again on a page whose session has ended. */
import { signal } from '@preact/signals';
import { ApiError } from '../../shared/rest-client/api-error.ts';
import type { EndpointResult } from '../../shared/rest-client/endpoint-types.ts';
import { api, distrustSession, noteAccount, noteSigningIn } from './api.ts';

export type Person = EndpointResult<'discovery.whoami'>;

/** `undefined` until it is known; null: nobody. */
export const person = signal<Person | null | undefined>(undefined);

/** @throws what the call throws */
async function readPerson(): Promise<void> {
  person.value = await api.call('discovery.whoami');
  noteAccount(person.value.user?.id ?? 0);
}

/** Reads it from the service. While that does not answer, nobody is taken for signed out, who would lose the page. */
export async function readSession(): Promise<void> {
  try {
    await readPerson();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      person.value = null;
      noteAccount(0);
      return;
    }
    person.value ??= null;
    console.error(error);
  }
}

/** @throws what the calls throw */
export async function signIn(email: string, password: string): Promise<void> {
  const takeBack = noteSigningIn();
  await api.call('account.login', { email, password }).catch((error: unknown) => {
    takeBack();
    throw error;
  });
  await readPerson().catch((error: unknown) => {
    distrustSession();
    throw error;
  });
}

export async function signOut(): Promise<void> {
  await api.call('account.logout');
  person.value = null;
  noteAccount(0);
}

/** Whether the session ended while a page is open, on which something may be typed. */
export const hasEnded = signal(false);

/** How often somebody has signed in again on the page that is open: what was refused is loaded again. */
export const signIns = signal(0);

/** Notes that an answer was refused because the session has ended. */
export function noteRefusal(error: unknown): void {
  if (person.value && error instanceof ApiError && error.is('UNAUTHENTICATED')) hasEnded.value = true;
}

/** Signs in on the page that is open. Another person than before gets a page of their own, without what was typed here. */
export async function signInAgain(email: string, password: string): Promise<void> {
  const before = person.value?.user?.id;
  await signIn(email, password);
  if (person.value?.user?.id !== before) return window.location.reload();
  hasEnded.value = false;
  signIns.value += 1;
}
