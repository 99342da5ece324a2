/**
 * Views of an account: for its owner, for whoever has verified its email or reset its password, and for other
 * services.
 */
import type { accountView } from '../../../shared/contracts/identity/session.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { UserRecord } from './model.ts';
import type { PersonFields } from './repository.ts';

/** The view of an account for its owner. */
export const presentAccount = (user: UserRecord): Infer<typeof accountView> => ({
  id: user._id,
  email: user.email,
  name: user.name,
  company_id: user.company_id,
});

/** An account whose email is verified: ready to sign in, or waiting for approval. */
export const presentVerifiedAccount = ({ email, approved }: UserRecord) => ({
  email,
  waits_for: approved ? null : ('approval' as const),
});

type Person = { userId: number; displayName: string; email: string; company_id: number | null };

/** The view of an account for other services. */
export const presentPerson = (user: PersonFields): Person => ({
  userId: user._id,
  displayName: user.name,
  email: user.email,
  company_id: user.company_id,
});
