/** Test of the errata of a wiki page as its library standard lists them. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { callerFor } from '../../../test/service-node.ts';
import { contributingAdministrator, useWikiWorld } from '../../../test/world/wiki-world.ts';
import { adoptPage } from '../../../tools/world/wiki.ts';

describe('errata of a page, read from its library copy', () => {
  const node = useWikiWorld(['wiki-moderation', 'standards']);

  it('the library standard shows each erratum with its library revision, also when it is withdrawn (R-264, W11)', async () => {
    const page = await node.newPage(await node.newLibrary(), 'Copied with errata');
    await adoptPage(callerFor(node, contributingAdministrator), page);
    const { adopted_revisions } = await node.call(contributingAdministrator, 'wiki.adopted.list', {
      id: page.id,
    });
    const edition = adopted_revisions[0]?.id ?? '';
    const issued = await node.call(contributingAdministrator, 'wiki.errata.issue', {
      id: page.id,
      severity: 'critical',
      description: 'The strength is wrong.',
      recommended_action: 'stop_use',
      affected: [{ adopted_revision_id: edition, element_address: '2.1' }],
    });
    const { standards } = await node.call(contributingAdministrator, 'standards.list', {
      search: 'Copied with errata',
      subject_type: 'global',
    });
    const { id = 0, current_revision } = standards[0] ?? {};
    const listed = () => node.call(contributingAdministrator, 'standards.libraryErrata.list', { id });
    const { standard_id, withdrawn_reason, ...erratum } = issued;
    const affected = [
      { adopted_revision_id: edition, element_address: '2.1', standard_revision: current_revision },
    ];
    assert.deepEqual(await listed(), { errata: [{ ...erratum, affected }], total: 1 });
    const { withdrawn_at } = await node.call(contributingAdministrator, 'wiki.errata.withdraw', {
      id: page.id,
      errataId: issued.id,
      reason: 'It was right.',
    });
    assert.deepEqual((await listed()).errata, [{ ...erratum, affected, status: 'withdrawn', withdrawn_at }]);
  });
});
