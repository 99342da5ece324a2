/**
 * Tests of repeated requests under a hold: an `Idempotency-Key` gives back the result, without text that has been
 * withheld since.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import { supportsIdempotencyKey } from '../../shared/contracts/endpoint.ts';
import { publishedEndpoints } from '../../shared/contracts/published-endpoints.ts';
import { createKey } from '../../tools/world/accounts.ts';
import { adoptPage, createWikiPage } from '../../tools/world/wiki.ts';
import { useWorld } from '../world/test-world.ts';

const CANARY = 'feldspatwort';
const CLEAN = '# 1 Materials\n\n1.1 Cement shall be fresh.\n';
const DIRTY = `${CLEAN}\n1.2 Water shall be ${CANARY}.\n`;
const WITHHELD = { reason_code: 'copyright_notice' } as const;

/** Responses with text that only the caller's own request has: nothing of it can be withheld from the caller. */
const OWN_TEXT: ReadonlySet<string> = new Set([
  'standards.validateMarkdown',
  'account.cla.accept',
  'admin.cla.publish',
  // The reference to the image that was sent.
  'standards.images.upload',
  // Values and labels: the fields of a held clause stay.
  'datasheets.create',
]);

describe('a repeated request under a hold', () => {
  const site = useWorld();
  const showsIt = (body: object): boolean => JSON.stringify(body).includes(CANARY);

  it('every POST that answers with clauses or markdown gives a repeated request what may be read now (G22)', () => {
    const textual = (spec: EndpointSpec): boolean =>
      ['content', 'toc_content', 'markdown', 'elements'].some((name) =>
        JSON.stringify(spec.returns).includes(`"${name}":`),
      );
    const replayed = publishedEndpoints().filter(
      ({ id, spec }) => !spec.closed && supportsIdempotencyKey(spec) && textual(spec) && !OWN_TEXT.has(id),
    );
    assert.ok(replayed.length >= 3);
    assert.deepEqual(
      replayed.filter(({ spec }) => spec.idempotency !== 'current').map(({ id }) => id),
      [],
    );
  });

  it('a repeated merge shows its working copy without the text; once that is closed it is 409 (G22, S19)', async () => {
    const { session, companyId } = site.ada;
    const page = await createWikiPage(session, {
      librarySlug: site.wiki.librarySlug,
      title: 'Merged twice',
      content: CLEAN,
    });
    await adoptPage(session, page);
    const { standards } = await session.call('standards.list', {
      search: 'Merged twice',
      subject_type: 'global',
    });
    const { id } = await session.call('standards.customize', { id: standards[0]?.id ?? 0, companyId });
    const { current_revision } = await session.call('wiki.standards.update', {
      id: page.id,
      baseRevisionId: page.revisionId,
      content: DIRTY,
    });
    const { adoptedRevision } = await session.call('wiki.standards.directAdopt', { id: page.id });
    await adoptPage(session, { id: page.id, revisionId: current_revision.id });
    const { planHash } = await session.call('standards.mergePlan', { id });
    const { client: key } = await createKey(session);
    const merge = () =>
      key.request(
        'POST',
        `/api/standards/${id}/merge`,
        { planHash, resolutions: {} },
        { 'idempotency-key': 'm' },
      );
    const first = await merge();
    assert.deepEqual([first.status, showsIt(first.body)], [200, true], JSON.stringify(first.body));
    assert.deepEqual((await merge()).body, first.body);

    await session.call('wiki.adopted.elements.revoke', {
      id: page.id,
      adoptedRevId: adoptedRevision.id,
      element_addresses: ['1.2'],
      ...WITHHELD,
    });
    const again = await merge();
    assert.deepEqual([again.status, showsIt(again.body)], [200, false]);
    assert.equal(again.body.version, first.body.version);
    assert.equal((await key.request('DELETE', `/api/standards/${id}/working-copy`)).status, 200);
    const late = await merge();
    assert.deepEqual([late.status, Object(late.body.metadata).reason], [409, 'draft_closed']);
    // It was saved, and undone since.
    assert.doesNotMatch(JSON.stringify(late.body), /nothing was saved/i);
    // Published, it is shown under the hold too.
    const merge2 = async () => {
      const { planHash: hash } = await session.call('standards.mergePlan', { id });
      return { planHash: hash, resolutions: {} };
    };
    const body = await merge2();
    const repeat = () => key.request('POST', `/api/standards/${id}/merge`, body, { 'idempotency-key': 'm2' });
    const opened = await repeat();
    if (opened.status === 200) {
      assert.equal((await key.request('POST', `/api/standards/${id}/publish`, {})).status, 200);
      const shown = await repeat();
      assert.deepEqual([shown.status, showsIt(shown.body)], [200, false]);
      assert.ok(shown.body.published);
    } else assert.equal(opened.body.code, 'CLAUSE_UNDER_MODERATION_NOTICE');
  });

  it('a repeated revert or create of a page shows no revision that has been hidden since (G22, W1)', async () => {
    const { session } = site.ada;
    const { client: key } = await createKey(session, ['wiki:standard:create', 'wiki:standard:edit']);
    const post = (path: string, name: string, body: object = {}) =>
      key.request('POST', `/api/wiki/standards${path}`, body, { 'idempotency-key': name });
    const about = { librarySlug: site.wiki.librarySlug, title: 'Reverted twice', content: DIRTY };
    const created = await post('', 'create', about);
    assert.deepEqual([created.status, showsIt(created.body)], [201, true]);
    const id = String(created.body.id);
    const dirtyId = String(Object(created.body.current_revision).id);
    const edited = await session.call('wiki.standards.update', {
      id,
      baseRevisionId: dirtyId,
      content: `---\ntitle: Reverted\n---\n\n${CLEAN}`,
    });
    const reverted = await post(`/${id}/revert/${dirtyId}`, 'revert');
    assert.deepEqual([reverted.status, showsIt(reverted.body)], [201, true]);
    assert.deepEqual((await post(`/${id}/revert/${dirtyId}`, 'revert')).body, reverted.body);

    await session.call('wiki.moderation.titleReset', {
      id,
      source_revision_id: edited.current_revision.id,
      ...WITHHELD,
    });
    for (const revId of [dirtyId, String(Object(reverted.body.current_revision).id)])
      await session.call('wiki.moderation.revisionHide', { id, revId, ...WITHHELD });
    for (const again of [await post('', 'create', about), await post(`/${id}/revert/${dirtyId}`, 'revert')]) {
      assert.deepEqual([again.status, showsIt(again.body)], [201, false], JSON.stringify(again.body));
      assert.equal(Object(again.body.current_revision).id, edited.current_revision.id);
    }
    await session.call('wiki.moderation.archive', { id, ...WITHHELD });
    assert.equal((await post('', 'create', about)).status, 404);
    assert.equal((await post(`/${id}/revert/${dirtyId}`, 'revert')).status, 404);
  });
});
