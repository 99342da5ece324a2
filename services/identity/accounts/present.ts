/** An account as its owner and as others see it. */
import type { accountView } from '../../../shared/contracts/identity/session.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { UserRecord } from './model.ts';

/** An account as its owner is answered (A10). */
export const presentAccount = (user: UserRecord): Infer<typeof accountView> => ({
  id: user._id,
  email: user.email,
  name: user.name,
  company_id: user.company_id,
});

type Person = { userId: number; displayName: string; email: string; company_id: number | null };

/** A person as other services know one. */
export const presentPerson = (user: Pick<UserRecord, '_id' | 'name' | 'email' | 'company_id'>): Person => ({
  userId: user._id,
  displayName: user.name,
  email: user.email,
  company_id: user.company_id,
});
