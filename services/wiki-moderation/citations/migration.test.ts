import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { createStandard, publishStandard } from '../../../scripts/populate/standards.ts';
import { adoptPage } from '../../../scripts/populate/wiki.ts';
import { PERMISSIONS } from '../../../shared/contracts/permissions.ts';
import { lead, withKey } from '../../../test/people.ts';
import { callerFor, startTestNode } from '../../../test/service-node.ts';
import { contributingAdministrator, useWikiWorld } from '../../../test/world/wiki-world.ts';

describe('data of version 1, from before citations were stored', () => {
  const services = ['wiki-moderation', 'standards', 'projects', 'identity'];
  const node = useWikiWorld(services);

  it('pages and standards have their citations once a newer release has started (W10)', async () => {
    const librarySlug = await node.newLibrary();
    const cited = await node.newPage(librarySlug, 'Cited before');
    const text = `# 1 Scope\n\n1.1 See [[${librarySlug}/${cited.slug}]].\n`;
    await node.newPage(librarySlug, 'Old page', text);
    const held = await node.newPage(librarySlug, 'Page with held words', text);
    await adoptPage(callerFor(node, contributingAdministrator), held);
    const [edition] = (await node.call(lead, 'wiki.adopted.list', { id: held.id })).adopted_revisions;
    await node.call(contributingAdministrator, 'wiki.adopted.elements.revoke', {
      id: held.id,
      adoptedRevId: edition?.id ?? '',
      element_addresses: ['1.1'],
      reason_code: 'copyright_notice',
    });
    const { id: category_id } = await node.call(lead, 'categories.create', {
      name: 'Old',
      subject_type: 'company',
    });
    const about = { name: 'Old standard', category_id, subject_type: 'company' } as const;
    // Markup is taken from keys.
    const api = callerFor(node, withKey(lead, PERMISSIONS));
    const { id } = await createStandard(api, about, { markdown: text });
    await publishStandard(api, id);
    const databases = [
      ['wiki-moderation', 'pages', 3],
      ['standards', 'standards', 5],
    ] as const;
    for (const [service, collection] of databases) {
      const connection = await node.node.openDatabase(service);
      await connection.collection(collection).updateMany({}, { $unset: { citations: true } });
      await connection.collection('data_version').deleteMany({});
    }
    const titles = async () =>
      (await node.call(lead, 'wiki.citations.list', { id: cited.id })).citations.map(({ title }) => title);
    assert.deepEqual(await titles(), []);
    const restarted = await startTestNode(services, { DATABASE_PREFIX: node.node.config.databasePrefix });
    try {
      // The library copy of the last page cites it in held words only.
      assert.deepEqual(await titles(), ['Old page', 'Page with held words', 'Old standard']);
    } finally {
      await restarted.stop();
    }
    for (const [service, , newest] of databases) {
      const connection = await node.node.openDatabase(service);
      const [version] = await connection.collection('data_version').find().toArray();
      assert.deepEqual([version?.version, version?.lease], [newest, null], service);
    }
  });
});
