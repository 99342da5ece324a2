/** Who is signed in. */
import { signal } from '@preact/signals';
import { ApiError } from '../../shared/rest-client/api-error.ts';
import type { EndpointResult } from '../../shared/rest-client/endpoint-types.ts';
import { api } from './api.ts';

export type Person = EndpointResult<'discovery.whoami'>;

/** `undefined` until it is known; null: nobody. */
export const person = signal<Person | null | undefined>(undefined);

/** Reads it from the service. */
export async function readSession(): Promise<void> {
  try {
    person.value = await api.call('discovery.whoami');
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) console.error(error);
    person.value = null;
  }
}

export async function signIn(email: string, password: string): Promise<void> {
  await api.call('account.login', { email, password });
  await readSession();
}

export async function signOut(): Promise<void> {
  await api.call('account.logout');
  person.value = null;
}
