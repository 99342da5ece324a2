/** Tests of deprecating, reactivating and deleting a standard. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { authorOf, editor, individual, lead, stranger, viewer } from '../../../test/people.ts';
import { expectOneSuccess, expectRejection, useNode } from '../../../test/service-node.ts';
import { adoptEdition } from '../../../test/world/editions.ts';
import { findAuditDetails, StandardsWorld } from '../../../test/world/standards-world.ts';

describe('deprecation, reactivation and deletion of a standard', () => {
  const node = useNode(['identity', 'standards', 'projects', 'audit']);
  const world = new StandardsWorld(node);

  const deprecate = (id: number, reason?: string, who = lead) =>
    node.call(who, 'standards.deprecate', { id, ...(reason === undefined ? {} : { reason }) });
  const reactivate = (id: number, who = lead) => node.call(who, 'standards.reactivate', { id });
  const nameOf = (id: number) => world.readName(id);
  const remove = (id: number, confirmName?: string, who = lead) =>
    node.call(who, 'standards.delete', { id, ...(confirmName === undefined ? {} : { confirmName }) });
  const refusal = async (call: Promise<unknown>) => {
    const { status, code } = await expectRejection(call);
    return `${status} ${code}`;
  };
  async function createProjectWith(standardId: number, who = lead): Promise<number> {
    const { id } = await node.call(who, 'projects.create', { name: `Project of ${standardId}` });
    await node.call(who, 'projects.standards.add', { id, action: 'import', standardId });
    return id;
  }

  it('deprecating hides a standard from lists; it stays readable and in the projects that use it (R-106, R-032, R-005)', async () => {
    const { id, revisionId } = await world.publishStandard();
    const projectId = await createProjectWith(id);
    const deprecated = await deprecate(id, ' Replaced by another ');
    assert.deepEqual([deprecated.deprecated, deprecated.deprecated_reason], [true, 'Replaced by another']);
    assert.ok(deprecated.deprecated_at);
    assert.deepEqual(deprecated.updated_by, authorOf(lead));
    const isListed = async (include_deprecated: boolean) => {
      const { standards } = await node.call(viewer, 'standards.list', { include_deprecated });
      return standards.some((row) => row.id === id);
    };
    assert.deepEqual([await isListed(false), await isListed(true)], [false, true]);
    const read = await node.call(viewer, 'standards.get', { id });
    assert.ok('revision' in read && 'deprecated_at' in read);
    assert.deepEqual([read.revision?.id, read.deprecated_at], [revisionId, deprecated.deprecated_at]);
    const { standards: held } = await node.call(lead, 'projects.standards.list', { id: projectId });
    assert.equal(held[0]?.standard_id, id);
    const { id: other } = await node.call(lead, 'projects.create', { name: 'Later' });
    const late = node.call(lead, 'projects.standards.add', { id: other, action: 'import', standardId: id });
    assert.equal(await refusal(late), '409 STANDARD_DEPRECATED');
    assert.equal(
      (await findAuditDetails(node, id, 'standards.deprecate', () => true)).reason,
      'Replaced by another',
    );
  });

  it('deprecating twice and reactivating an active standard are 409 (S24)', async () => {
    const { id } = await world.createWorkingCopy();
    assert.equal(await refusal(reactivate(id)), '409 NOT_DEPRECATED');
    assert.equal((await deprecate(id)).deprecated_reason, null);
    assert.equal(await refusal(deprecate(id)), '409 ALREADY_DEPRECATED');
    const active = await reactivate(id);
    assert.deepEqual(
      [active.deprecated, active.deprecated_at, active.deprecated_reason],
      [false, null, null],
    );
  });

  it('a standard is not reactivated while an active one of the scope has its name (R-107)', async () => {
    const { id } = await world.createWorkingCopy();
    const name = await nameOf(id);
    await deprecate(id);
    const category_id = await world.categoryId();
    const successor = await node.call(lead, 'standards.create', {
      name,
      category_id,
      subject_type: 'company',
    });
    const { status, code, extras } = await expectRejection(reactivate(id));
    assert.deepEqual([status, code, extras.metadata], [409, 'NAME_TAKEN', { existingId: successor.id }]);
    await deprecate(successor.id);
    assert.equal((await reactivate(id)).deprecated, false);
  });

  it('an editor of the company may not, and strangers get 404 (A18)', async () => {
    const { id } = await world.createWorkingCopy();
    for (const who of [editor, viewer])
      assert.equal(await refusal(deprecate(id, '', who)), '403 PERMISSION_DENIED');
    for (const who of [stranger, individual])
      assert.equal(await refusal(remove(id, 'x', who)), '404 NOT_FOUND');
  });

  it('a deletion is refused in this order: 404, not deprecated, used, confirmName (S14, R-215, R-216)', async () => {
    assert.equal(await refusal(remove(987_654, 'x')), '404 NOT_FOUND');
    const { id } = await world.publishStandard();
    const projectId = await createProjectWith(id);
    assert.equal(await refusal(remove(id)), '409 NOT_DEPRECATED');
    await deprecate(id);
    assert.equal(await refusal(remove(id)), '409 IN_PROJECT_DRAFT');
    await node.call(lead, 'projects.publish', { id: projectId });
    const { extras, ...published } = await expectRejection(remove(id));
    assert.deepEqual([published.status, published.code], [409, 'IN_PUBLISHED_PROJECT']);
    assert.deepEqual(extras.metadata, { terminal: true });
    const unused = await world.publishStandard();
    await deprecate(unused.id);
    assert.equal(await refusal(remove(unused.id)), '400 CONFIRMATION_REQUIRED');
  });

  it('a standard in a draft is 409, naming the projects that the caller may read, and no others (S24)', async () => {
    const { standardId: global } = await adoptEdition(node, { title: 'Held by two' });
    const theirs = await createProjectWith(global, stranger);
    const administrator = { ...lead, siteRoles: ['SiteAdmin' as const] };
    await deprecate(global, '', administrator);
    const drafts = async () =>
      (await expectRejection(remove(global, 'Held by two', administrator))).extras.metadata;
    assert.deepEqual(await drafts(), { terminal: false, projects: [] });
    const seen = (await expectRejection(remove(global, '', { ...stranger, siteRoles: ['SiteAdmin'] })))
      .extras;
    assert.deepEqual(seen.metadata, {
      terminal: false,
      projects: [{ id: theirs, name: `Project of ${global}` }],
    });
  });

  it('without the exact name nothing is deleted, and the answer says what to confirm (R-108, S14, R-184)', async () => {
    const { id } = await world.publishStandard();
    const name = await nameOf(id);
    await deprecate(id);
    for (const wrong of [undefined, '', name.toLowerCase(), `${name} `]) {
      const { status, code, extras } = await expectRejection(remove(id, wrong));
      assert.deepEqual([status, code], [400, 'CONFIRMATION_REQUIRED'], wrong);
      assert.deepEqual(extras.members, { requiresConfirmation: true, name, customizationCount: 0 });
    }
    assert.equal(await nameOf(id), name);
    assert.deepEqual(await remove(id, name), { standard_id: id, deleted: true, customizationCount: 0 });
    assert.equal(await refusal(node.call(lead, 'standards.get', { id })), '404 NOT_FOUND');
    assert.equal(await refusal(remove(id, name)), '404 NOT_FOUND');
  });

  it('of ten concurrent deletions a single one deletes', async () => {
    const { id } = await world.publishStandard();
    const name = await nameOf(id);
    await deprecate(id);
    await expectOneSuccess(Array.from({ length: 10 }, () => remove(id, name)));
  });
});
