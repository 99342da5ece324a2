/** Handler of `standards.storedBytes`: what an owner stores in standards, for its quota. */
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import type { Scope } from '../../../shared/kernel/auth/authorization.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { Standards } from '../standard/repository.ts';
import type { WorkingCopies } from '../working-copy/repository.ts';

type Contracts = Pick<typeof standardInternalActions, 'standards.storedBytes'>;

interface Deps {
  standards: Standards;
  workingCopies: WorkingCopies;
}

export const storedBytesActions = ({ standards, workingCopies }: Deps): Handlers<Contracts, NoResources> => ({
  async 'standards.storedBytes'({ owner, project_ids }) {
    const scopes: Scope[] = [
      { subject_type: owner.type, subject_id: owner.id },
      ...project_ids.map((id) => ({ subject_type: 'project', subject_id: id }) as const),
    ];
    const [sealed, open] = await Promise.all([
      standards.sumSealedBytes(scopes),
      workingCopies.sumBytes(scopes),
    ]);
    return { bytes: sealed + open };
  },
});
