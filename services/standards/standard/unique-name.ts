/** Transaction that gives a library or a standard its name; NAME_TAKEN for a name in use in the scope. */
import type { ClientSession, Connection } from 'mongoose';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { loadScopeAccess, type Scope } from '../scope-access.ts';
import type { Standards } from './repository.ts';

interface UniqueName {
  connection: Connection;
  /** The kind of object, for the error message. */
  kind: 'active standard' | 'library';
  name: string;
  scope: Scope;
  findNamesake: (scope: Scope, name: string) => Promise<{ _id: number } | null>;
}

/** @throws NAME_TAKEN, with the id of the namesake when the caller may read it */
export async function withUniqueName<T>(
  { connection, kind, name, scope, findNamesake }: UniqueName,
  ctx: RequestContext,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(connection, work);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const namesake = await findNamesake(scope, name);
    const { subject } = await loadScopeAccess(scope, ctx);
    const message = `There is already ${kind === 'library' ? 'a' : 'an'} ${kind} ${JSON.stringify(name)} in this scope. Choose another name.`;
    const isShown = namesake && ctx.isAllowed('standard:read', subject);
    throw apiError('NAME_TAKEN', message, { metadata: isShown ? { existingId: namesake._id } : {} });
  }
}

interface NamedStandard extends Pick<UniqueName, 'connection' | 'name' | 'scope'> {
  standards: Standards;
}

/**
 * A transaction that creates, renames or reactivates a standard.
 * @throws NAME_TAKEN, with the id of the other standard when the caller may read it
 */
export const inNamingTransaction = <T>(
  { standards, ...naming }: NamedStandard,
  ctx: RequestContext,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> => {
  const findNamesake = standards.findActive.bind(standards);
  return withUniqueName({ ...naming, kind: 'active standard', findNamesake }, ctx, work);
};
