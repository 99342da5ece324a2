/**
 * Test that archiving, hiding, resetting a title, revoking, marking a replacement and what undoes them leave their
 * entries in the public log.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { anonymous, contributor, moderator } from '../../../test/people.ts';
import { pageModerator, useModerationWorld } from '../moderation-world.fixture.ts';

const titled = (title: string): string => `---\ntitle: ${title}\n---\n\n# 1 Scope\n\n1.1 ${title}.\n`;

describe('the public log of moderation', () => {
  const node = useModerationWorld();

  it('has each action with its reason; counter_notice is that of what is given back (R-170, R-248)', async () => {
    const page = await node.newModeratedPage();
    const { id, revisionId } = page;
    const second = await node.adoptText(id, titled('Second'));
    const { revisions } = await node.call(contributor, 'wiki.revisions.list', { id, limit: 1 });
    const newest = { id, revId: revisions[0]?.id ?? '' };
    const edition = { id, adoptedRevId: page.edition.id };
    const clauses = { ...edition, element_addresses: ['1.1'] };
    const taken = { reason_code: 'spam' } as const;
    const back = { reason_code: 'counter_notice' } as const;
    const as = pageModerator;
    await node.call(as, 'wiki.adopted.elements.revoke', { ...clauses, ...taken });
    await node.call(as, 'wiki.adopted.elements.restore', { ...clauses, ...back });
    await node.call(as, 'wiki.adopted.revoke', { ...edition, ...taken });
    await node.call(as, 'wiki.adopted.replacement', {
      ...edition,
      replacement_adopted_revision_id: second.id,
    });
    await node.call(as, 'wiki.adopted.restore', { ...edition, ...back });
    await node.call(as, 'wiki.moderation.titleReset', { id, source_revision_id: revisionId, ...taken });
    await node.call(as, 'wiki.moderation.revisionHide', { ...newest, ...taken });
    await node.call(as, 'wiki.moderation.revisionRestore', { ...newest, ...back });
    await node.call(as, 'wiki.moderation.archive', { id, ...taken });
    await node.call(moderator, 'wiki.moderation.restore', { id, ...back });
    const { entries } = await node.call(anonymous, 'wiki.moderationLog.forStandard', { id });
    assert.deepEqual(entries.map(({ action, reason }) => [action, reason]).toReversed(), [
      ['adoption_element_revoke', 'spam'],
      ['adoption_element_restore', 'counter_notice'],
      ['adoption_revoke', 'spam'],
      ['adoption_replacement_change', 'spam'],
      ['adoption_restore', 'counter_notice'],
      ['display_name_reset', 'spam'],
      ['revision_hide', 'spam'],
      ['revision_restore', 'counter_notice'],
      ['archive', 'spam'],
      ['restore', 'counter_notice'],
    ]);
  });
});
