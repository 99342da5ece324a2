/** Handler of the endpoint that lists the errata of a library standard. */
import type { crossReferenceEndpoints } from '../../../shared/contracts/standards/cross-references.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { StandardRevisions } from '../revision/repository.ts';
import { canReadRevision, type StandardResources } from '../standard/access.ts';

type ErrataContracts = Pick<typeof crossReferenceEndpoints, 'standards.libraryErrata.list'>;

interface Deps {
  revisions: StandardRevisions;
}

export const libraryErrataActions = ({ revisions }: Deps): Handlers<ErrataContracts, StandardResources> => ({
  async 'standards.libraryErrata.list'(_params, ctx, standard) {
    if (!standard.wiki) return { errata: [], total: 0 };
    const { errata } = await ctx.call('wiki.errata.ofStandard', {
      standard_id: standard.wiki.standard_id,
    });
    const editionIds = errata.flatMap(({ affected }) => affected.map((one) => one.adopted_revision_id));
    const copied = await revisions.findByAdoptedRevisions(standard._id, editionIds);
    const revisionOf = new Map(
      copied.flatMap(({ _id, code, wiki }) =>
        canReadRevision(standard, _id) ? [[wiki?.adopted_revision_id, { id: _id, code }] as const] : [],
      ),
    );
    return {
      errata: errata.map(({ affected, ...erratum }) => ({
        ...erratum,
        status: erratum.withdrawn_at === null ? ('active' as const) : ('withdrawn' as const),
        affected: affected.map((one) => ({
          ...one,
          standard_revision: revisionOf.get(one.adopted_revision_id) ?? null,
        })),
      })),
      total: errata.length,
    };
  },
});
