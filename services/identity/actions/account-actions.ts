/**
 * Internal actions that tell other services of accounts: names, emails and companies, whether one may
 * sign in, and the directory of the moderators.
 */
import type { identity } from '../../../shared/contracts/identity/index.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { accountStatus } from '../accounts/account-status.ts';
import { maskEmail, presentPerson } from '../accounts/present.ts';
import type { IdentityService } from '../open-identity.ts';

type AccountContracts = Pick<typeof identity, 'identity.people' | 'identity.account' | 'identity.directory'>;

/** Shorter searches would list everybody. */
const MIN_SEARCH_LENGTH = 2;

export const accountActions = ({
  accounts,
  config,
}: IdentityService): Handlers<AccountContracts, NoResources> => ({
  async 'identity.people'({ user_ids, emails = [] }) {
    const [byId, byEmail] = await Promise.all([
      user_ids.length === 0 ? [] : accounts.findPeople(user_ids),
      emails.length === 0 ? [] : accounts.findVerifiedPeople(emails),
    ]);
    const people = new Map([...byId, ...byEmail].map((person) => [person._id, presentPerson(person)]));
    return { people: [...people.values()] };
  },

  async 'identity.account'({ user_id }) {
    const user = await accounts.findById(user_id);
    if (!user) return { account: null };
    return { account: { userId: user._id, displayName: user.name, status: accountStatus(user, config) } };
  },

  async 'identity.directory'({ search, limit }) {
    if ([...search.trim()].length < MIN_SEARCH_LENGTH) return { users: [], total: 0 };
    const onlyVerified = config.emailVerification === 'required';
    const { rows, total } = await accounts.findByName(search, onlyVerified, limit);
    return {
      users: rows.map(({ _id, name, email }) => ({
        userId: _id,
        displayName: name,
        email: maskEmail(email),
      })),
      total,
    };
  },
});
