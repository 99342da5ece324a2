/** Tests of what waits for an account, from all services. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { UserPrincipal } from '../shared/kernel/auth/principal.ts';
import { createWikiPage } from '../tools/world/wiki.ts';
import { eventually } from './eventually.ts';
import { contributor, moderator, personPrincipal, withKey } from './people.ts';
import { callerFor } from './service-node.ts';
import { signInAdministrator, signUp } from './test-accounts.ts';
import { CommentsWorld, type People } from './world/comments-world.ts';
import { CONCRETE_MARKDOWN, contributingAdministrator } from './world/wiki-world.ts';

describe('what waits for an account (A21)', () => {
  const world = CommentsWorld.use({ services: ['wiki-moderation'] });
  const inbox = async (as: UserPrincipal, range: { limit?: number; offset?: number } = {}) =>
    world().node.call(as, 'account.inbox', range);
  const kinds = async (as: UserPrincipal) => (await inbox(as)).items.map(({ kind }) => kind);
  const of = (who: keyof People) => kinds(world().principal(who));
  let projectId = 0;
  beforeAll(async () => {
    projectId = await world().createProject();
  });

  it('a comment waits for those of the party that holds it who may answer, until they have', async () => {
    const { id } = await world().comment('prime', projectId);
    const { items, total } = await inbox(world().principal('engineer'));
    const [item] = items;
    assert.deepEqual([items.length, total], [1, 1]);
    assert.deepEqual(item, {
      kind: 'comment',
      id,
      title: 'A question on the project “Harbour” waits for your answer',
      about: { type: 'project', id: projectId },
      link: `/api/projects/${projectId}/comments?state=open`,
      since: item?.since,
    });
    assert.deepEqual([await of('prime'), await of('owner')], [[], []]);
    const reader = withKey(world().principal('engineer'), ['standard:read']);
    assert.deepEqual(await kinds(reader), []);
    await world().forward('engineer', projectId, id);
    assert.deepEqual([await of('engineer'), await of('owner')], [[], ['comment']]);
    await world().resolve('owner', projectId, id);
    assert.deepEqual(await of('owner'), []);
  });

  it('a comment of an archived project waits for nobody', async () => {
    const archived = await world().createProject('Old harbour');
    await world().comment('prime', archived);
    await world().publish(archived);
    assert.deepEqual(await of('engineer'), ['comment']);
    await world().node.call(world().principal('owner'), 'projects.archive', { id: archived });
    assert.deepEqual(await of('engineer'), []);
  });

  it('an invitation waits for whom it was sent to, a request for a seat for the administrators of the company', async () => {
    const { node } = world();
    const owner = world().principal('owner');
    const companyId = world().companyId('owner');
    const mate = await signUp(node);
    const sent = { id: companyId, email: mate.email, role: 'CompanyEditor' as const };
    const { invitation_id } = await node.call(owner, 'companies.members.add', sent);
    const invited = await inbox(mate.principal);
    assert.deepEqual(
      invited.items.map(({ kind, id, title, about }) => [kind, id, title, about?.id]),
      [
        [
          'company_invitation',
          invitation_id,
          'You are invited to the company “Owner Inc” as editor',
          companyId,
        ],
      ],
    );
    await node.call(mate.principal, 'account.invitations.decline', { id: invitation_id ?? '' });
    assert.deepEqual(await kinds(mate.principal), []);

    const guest = world().principal('guest');
    const published = await world().createProject('Pier');
    await world().publish(published);
    const { id } = await node.call(guest, 'projects.sponsorshipRequests.create', { projectId: published });
    const [request] = (await inbox(owner)).items;
    assert.deepEqual(
      [request?.kind, request?.id, request?.link],
      ['sponsorship_request', id, `/api/companies/${companyId}/sponsorship-requests?status=pending`],
    );
    assert.deepEqual(await kinds(withKey(owner, ['project:read'])), []);
    await node.call(owner, 'companies.sponsorshipRequests.decline', { id: companyId, requestId: id });
    assert.deepEqual(await of('owner'), []);
    // The decision is told by a notification, which waits until it is read.
    const [told] = await eventually(async () => {
      const { items } = await inbox(guest);
      return items.some(({ kind }) => kind === 'notification') ? items : null;
    });
    await node.call(guest, 'account.notifications.read', { id: Number(told?.id) });
    assert.deepEqual(await kinds(guest), []);
  });

  it('a matter waits for moderators, a proposal for the adopters of the page while its source is shown', async () => {
    const { node } = world();
    const { slug } = await node.call(contributingAdministrator, 'admin.wiki.libraries.create', {
      slug: 'codes',
      name: 'Codes',
    });
    const page = { librarySlug: slug, title: 'Concrete code', content: CONCRETE_MARKDOWN };
    const { id, revisionId } = await createWikiPage(callerFor(node, contributor), page);
    const adopter = personPrincipal({ id: 72, siteRoles: ['SiteContributor'] });
    const account = await signUp(node);
    const assigned = { ...adopter, user: account.principal.user };
    await node.call(moderator, 'wiki.roles.assign', { id, userId: assigned.user.id, role: 'adopter' });
    const { adoptedRevision } = await node.call(contributingAdministrator, 'wiki.standards.directAdopt', {
      id,
    });
    await node.call(contributingAdministrator, 'wiki.adopted.propose', { id });
    const [proposal] = (await inbox(assigned)).items;
    assert.deepEqual(
      [proposal?.kind, proposal?.title, proposal?.about?.id, proposal?.link],
      [
        'proposed_edition',
        'Edition 2 of the standard “Concrete code” is proposed',
        id,
        '/api/wiki/standards/codes/concrete-code',
      ],
    );
    assert.deepEqual(await kinds(contributor), []);
    await node.call(moderator, 'wiki.adopted.revoke', {
      id,
      adoptedRevId: adoptedRevision.id,
      reason_code: 'spam',
    });
    assert.deepEqual(await kinds(moderator), ['moderation_matter']);
    assert.deepEqual(await kinds(assigned), ['proposed_edition']);
    const edited = await node.call(contributor, 'wiki.standards.update', {
      id,
      baseRevisionId: revisionId,
      content: CONCRETE_MARKDOWN.replace('fresh', 'dry'),
    });
    assert.equal(edited.archived, false);
    await node
      .call(moderator, 'wiki.moderation.titleReset', {
        id,
        source_revision_id: revisionId,
        reason_code: 'spam',
      })
      .catch(() => undefined);
    await node.call(moderator, 'wiki.moderation.archive', { id, reason_code: 'spam' });
    assert.deepEqual(await kinds(assigned), []);
  });

  it('an account that waits for approval is listed for site administrators, in pages', async () => {
    const { node } = world();
    const admin = await signInAdministrator(node);
    const { id } = (await signUp(node)).principal.user;
    assert.ok(!(await kinds(admin)).includes('account_approval'));
    await node.call(admin, 'admin.users.update', { id, approved: false });
    const { items, total } = await inbox(admin);
    assert.ok(items.some((item) => item.kind === 'account_approval' && item.id === id));
    assert.deepEqual((await inbox(admin, { limit: 1, offset: total - 1 })).items, items.slice(-1));
    assert.ok(!(await kinds(withKey(admin, ['standard:read']))).includes('account_approval'));
  });
});
