/** Test of the notifications that a replacement of a held edition sends to the administrators of projects. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import type { RestClient } from '../../../shared/rest-client/client.ts';
import { eventually } from '../../../test/eventually.ts';
import { wikiService } from '../../../test/people.ts';
import { useWorld } from '../../../test/world/test-world.ts';
import { createProject } from '../../../tools/world/projects.ts';
import { adoptPage, createWikiPage } from '../../../tools/world/wiki.ts';

const TITLE = 'Replaced mortar';
const text = (words: string): string => `# 1 Mortar\n\n1.1 Mortar shall be ${words}.\n`;

describe('notifications of a replacement', () => {
  const site = useWorld();

  it('each administrator of an affected project is notified once that an upgrade clears the restriction (R-141, W9, R-169)', async () => {
    const { session } = site.ada;
    const notificationsOf = async (client: RestClient) =>
      (await client.call('account.notifications.list', {})).notifications.filter(({ kind }) =>
        kind.startsWith('replacement_'),
      );
    const page = await createWikiPage(session, {
      librarySlug: site.wiki.librarySlug,
      title: TITLE,
      content: text('fresh'),
    });
    await adoptPage(session, page);
    const { standards } = await session.call('standards.list', { search: TITLE, subject_type: 'global' });
    const standardId = standards[0]?.id ?? 0;
    const affected = await createProject(session, { name: 'City library' }, [{ standardId }]);
    await session.call('projects.publish', { id: affected });
    await createProject(session, { name: 'Without it' }, []);
    const { current_revision } = await session.call('wiki.standards.update', {
      id: page.id,
      baseRevisionId: page.revisionId,
      content: text('workable'),
    });
    await adoptPage(session, { id: page.id, revisionId: current_revision.id });
    // On the replacement already.
    await createProject(site.mallory.session, { name: 'Free' }, [{ standardId }]);

    const { adopted_revisions } = await session.call('wiki.adopted.list', { id: page.id });
    const [second, first] = adopted_revisions.map(({ id }) => id);
    const edition = { id: page.id, adoptedRevId: first ?? '' };
    await session.call('wiki.adopted.revoke', { ...edition, reason_code: 'out_of_scope' });
    const mark = () =>
      session.call('wiki.adopted.replacement', { ...edition, replacement_adopted_revision_id: second ?? '' });
    await mark();
    const [notification] = await eventually(async () => {
      const found = await notificationsOf(session);
      return found.length > 0 && found;
    });
    assert.deepEqual(
      [notification?.kind, notification?.resource],
      ['replacement_marked', { type: 'project', id: affected }],
    );
    assert.match(
      notification?.text ?? '',
      /“Replaced mortar”.*“City library”.*an upgrade .* clears the restriction/,
    );

    await mark();
    const kinds = await eventually(async () => {
      const found = (await notificationsOf(session)).map(({ kind }) => kind);
      return found.length > 1 && found;
    });
    assert.deepEqual(kinds, ['replacement_changed', 'replacement_marked']);
    assert.deepEqual(await notificationsOf(site.mallory.session), []);

    // What a job that is run again after a crash sends.
    const event = {
      event_id: randomUUID(),
      kind: 'replacement_changed' as const,
      standard_id: standardId,
      standard_name: TITLE,
      revision_ids: (await session.call('standards.revisions', { id: standardId })).revisions.map(
        (row) => row.id,
      ),
      after: null,
    };
    for (let sent = 0; sent < 3; sent += 1)
      await site.node.call(wikiService, 'projects.replacementNotifications', event);
    await eventually(async () => (await notificationsOf(site.mallory.session)).length > 0);
    await eventually(async () => (await notificationsOf(session)).length > 2);
    assert.deepEqual(
      [(await notificationsOf(session)).length, (await notificationsOf(site.mallory.session)).length],
      [3, 1],
    );

    // As a job leaves it between the end of its work and its own.
    const jobs = (await site.node.node.openDatabase('projects')).collection('jobs');
    const told = (await site.node.node.openDatabase('identity')).collection('processed_events');
    const subjects = (await told.find().toArray()).map(({ _id }) => String(_id));
    const kind = 'projects.notification';
    await eventually(async () => assert.equal(await jobs.countDocuments({ kind }), 0));
    await jobs.insertMany(subjects.map((subject) => ({ kind, subject, lane: subject, state: 'done' })));
    await site.node.call(wikiService, 'projects.replacementNotifications', event);
    assert.equal((await notificationsOf(session)).length, 3);
  });
});
