/** The transaction of a creation or renaming: names of active standards are unique in a scope. */
import type { ClientSession, Connection } from 'mongoose';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import { loadScopeAccess, type Scope } from '../scope-access.ts';
import type { Standards } from './repository.ts';

interface Naming {
  connection: Connection;
  standards: Standards;
  name: string;
  scope: Scope;
}

/** @throws NAME_TAKEN, with the id of the other standard when the caller may read it */
export async function inNamingTransaction<T>(
  { connection, standards, name, scope }: Naming,
  call: Call,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(connection, work);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const existing = await standards.findActive(scope, name);
    const { subject } = await loadScopeAccess(scope, call);
    const message = `There is already an active standard ${JSON.stringify(name)} in this scope. Choose another name.`;
    const isShown = existing && call.isAllowed('standard:read', subject);
    throw apiError('NAME_TAKEN', message, { metadata: isShown ? { existingId: existing._id } : {} });
  }
}
