/** Handlers of the endpoints that read errata: of a page, one by id, the active ones of an edition. */
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { wikiErratumEndpoints } from '../../../shared/contracts/wiki-moderation/errata.ts';
import type { Page } from '../../../shared/kernel/database/records.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { canSeeEdition } from '../adoption/model.ts';
import type { ErratumRecord } from '../errata/model.ts';
import { presentErratum } from '../errata/present.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { WikiResources } from '../pages/access.ts';

type ReadContracts = Pick<
  typeof wikiErratumEndpoints,
  'wiki.errata.list' | 'wiki.errata.get' | 'wiki.errata.forAdoptedRevision'
>;

const presentList = ({ rows, total }: Page<ErratumRecord>) => ({
  errata: rows.map(presentErratum),
  total,
  truncated: total > rows.length,
});

export const wikiErratumReadActions = ({
  access,
  editions,
  errata,
}: WikiService): Handlers<ReadContracts, WikiResources> => ({
  async 'wiki.errata.list'(_params, _call, { page }) {
    return presentList(await errata.pageByPage(page._id, MAX_UNPAGED_ROWS));
  },

  async 'wiki.errata.get'({ errataId }, ctx) {
    const erratum = await errata.findById(errataId);
    if (!erratum || !(await access.findById(erratum.page_id, ctx))) throw notFound();
    return presentErratum(erratum);
  },

  async 'wiki.errata.forAdoptedRevision'({ adoptedRevisionId }, ctx) {
    const edition = await editions.findById(adoptedRevisionId);
    const loaded = edition && (await access.findById(edition.page_id, ctx));
    // A proposal has no errata.
    const reader = loaded && { canModerate: loaded.value.canModerate, canAdopt: false };
    if (!reader || !canSeeEdition(edition, reader)) throw notFound();
    return presentList(await errata.pageActiveByEdition(edition._id, MAX_UNPAGED_ROWS));
  },
});
