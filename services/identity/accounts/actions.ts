/**
 * Internal action `identity.people`: names, emails and companies of accounts for other services, by account
 * id or by verified email (P13).
 */
import type { identity } from '../../../shared/contracts/identity/index.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/implement-action.ts';
import { presentPerson } from './present.ts';
import type { Accounts } from './repository.ts';

type AccountContracts = Pick<typeof identity, 'identity.people'>;

/** The handler of the names of people for other services. */
export const accountActions = (accounts: Accounts): Handlers<AccountContracts, NoResources> => ({
  async 'identity.people'({ user_ids, emails = [] }) {
    const [byId, byEmail] = await Promise.all([
      user_ids.length === 0 ? [] : accounts.findPeople(user_ids),
      emails.length === 0 ? [] : accounts.findVerifiedPeople(emails),
    ]);
    const people = new Map([...byId, ...byEmail].map((person) => [person._id, presentPerson(person)]));
    return { people: [...people.values()] };
  },
});
