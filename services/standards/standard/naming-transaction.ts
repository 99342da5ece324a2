/** Transaction that creates, renames or reactivates a standard; NAME_TAKEN for a name in use. */
import type { ClientSession, Connection } from 'mongoose';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { Scope } from '../scope-access.ts';
import { withUniqueName } from '../unique-name.ts';
import type { Standards } from './repository.ts';

interface Naming {
  connection: Connection;
  standards: Standards;
  name: string;
  scope: Scope;
}

/** @throws NAME_TAKEN, with the id of the other standard when the caller may read it */
export const inNamingTransaction = <T>(
  { standards, ...naming }: Naming,
  ctx: RequestContext,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> => {
  const findHolder = standards.findActive.bind(standards);
  return withUniqueName({ ...naming, kind: 'active standard', findHolder }, ctx, work);
};
