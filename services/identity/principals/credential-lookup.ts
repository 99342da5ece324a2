/**
 * Lookup of an API key or browser session in MongoDB by the hash of its secret, with its account and company.
 */

import type { Connection, Model, PipelineStage } from 'mongoose';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { siteRolesOf } from '../accounts/account-status.ts';
import type { UserRecord } from '../accounts/model.ts';
import type { CompanyRecord } from '../companies/model.ts';
import { type KeyRecord, keyCollection } from '../keys/model.ts';
import { type SessionRecord, sessionCollection } from '../sessions/model.ts';

type CredentialOwner = Omit<UserRecord, 'password_hash'>;
/** A credential with its account, and the account's company when it has one. */
type WithOwner<T> = T & { owner: CredentialOwner; companies: CompanyRecord[] };

const OWNER_LOOKUP: PipelineStage[] = [
  { $lookup: { from: 'users', localField: 'user_id', foreignField: '_id', as: 'owner' } },
  { $unwind: '$owner' },
  { $unset: 'owner.password_hash' },
  { $lookup: { from: 'companies', localField: 'owner.company_id', foreignField: '_id', as: 'companies' } },
];

export class CredentialLookup {
  readonly #keys: Model<KeyRecord>;
  readonly #sessions: Model<SessionRecord>;

  constructor(connection: Connection) {
    this.#keys = keyCollection(connection);
    this.#sessions = sessionCollection(connection);
  }

  /**
   * By its secret, else by the one before the last rotation: a query for both would slow down every key for
   * the few rotated ones.
   */
  async findKey(hash: string): Promise<WithOwner<KeyRecord> | null> {
    return (await this.#findKeyBy({ hash })) ?? (await this.#findKeyBy({ 'previous.hash': hash }));
  }

  async #findKeyBy(secret: Record<string, string>): Promise<WithOwner<KeyRecord> | null> {
    const [key] = await this.#keys.aggregate<WithOwner<KeyRecord>>([{ $match: secret }, ...OWNER_LOOKUP]);
    return key ?? null;
  }

  async findSession(hash: string): Promise<WithOwner<SessionRecord> | null> {
    const [session] = await this.#sessions.aggregate<WithOwner<SessionRecord>>([
      { $match: { _id: hash } },
      ...OWNER_LOOKUP,
    ]);
    return session ?? null;
  }
}

/** The gateway sets the channel. */
export function buildPrincipal(
  { owner, companies: [company] }: WithOwner<object>,
  credential: UserPrincipal['credential'],
  granted: UserPrincipal['granted'],
): UserPrincipal {
  return {
    kind: 'user',
    user: { id: owner._id, name: owner.name, email: owner.email },
    company: company ? { id: company._id, name: company.name } : null,
    companyRole: company ? owner.company_role : null,
    siteRoles: siteRolesOf(owner),
    contributionBarred: owner.contribution_barred,
    credential,
    granted,
    channel: 'http',
  };
}
