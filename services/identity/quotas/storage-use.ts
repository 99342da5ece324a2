/**
 * The number of bytes that an owner stores, summed over the services that store them, with its quota; also the handler of
 * the internal action by which they read the sum. Counted are sealed revisions and versions of open working copies
 * (`standards.storedBytes`) and files (`files.storedBytes`); datasheets are not.
 */
import type { identityInternalActions } from '../../../shared/contracts/identity/internal.ts';
import type { storageUse } from '../../../shared/contracts/quotas.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { QuotaOwner } from '../../../shared/quotas/storage-quota.ts';

type Quotas = Config['quotas'];
type Contracts = Pick<typeof identityInternalActions, 'identity.storageUse'>;

/** @throws SERVICE_UNAVAILABLE while projects, standards or files is unavailable */
export async function loadStorageUse(
  quotas: Quotas,
  owner: QuotaOwner,
  ctx: RequestContext,
  withProject?: number,
): Promise<Infer<typeof storageUse>> {
  const owned = await ctx.call('projects.ownedProjects', { owner });
  const project_ids = withProject === undefined ? owned.project_ids : [...owned.project_ids, withProject];
  const [standards, files] = await Promise.all([
    ctx.call('standards.storedBytes', { owner, project_ids }),
    ctx.call('files.storedBytes', { project_ids }),
  ]);
  const limit = quotas[owner.type];
  return { limit: limit === 0 ? null : limit, used: standards.bytes + files.bytes };
}

export const storageUseActions = (quotas: Quotas): Handlers<Contracts, NoResources> => ({
  'identity.storageUse': ({ owner, with_project }, ctx) => loadStorageUse(quotas, owner, ctx, with_project),
});
