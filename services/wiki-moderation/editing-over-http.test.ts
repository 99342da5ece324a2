/** Tests of editing wiki pages over HTTP: two editors, ETags, fixed addresses. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { useWorld } from '../../test/world/test-world.ts';
import { createWikiPage } from '../../tools/world/wiki.ts';

const BODY = '# 1 Scope\n\n1.1 First text.\n';

describe('wiki editing over HTTP', () => {
  const site = useWorld();
  const newPage = (title: string) =>
    createWikiPage(site.ada.session, { librarySlug: site.wiki.librarySlug, title, content: BODY });

  it('issue of two editors: both send the revision they read; one is 200, the other 409 with who and when', async () => {
    const { session, key } = site.ada;
    const { id, revisionId: baseRevisionId } = await newPage('Two at once');
    const path = `/api/wiki/standards/${id}`;
    const both = await Promise.all(
      [session, key].map((client, turn) =>
        client.request('PUT', path, { content: BODY.replace('First', `Text ${turn}`), baseRevisionId }),
      ),
    );
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    const refused = both.find(({ status }) => status === 409)?.body;
    const saved = both.find(({ status }) => status === 200)?.body;
    const { code, currentRevision, editedBy, editedAt } = Object(refused?.metadata);
    assert.deepEqual(
      [code, currentRevision, editedBy.userId, editedAt],
      ['EDIT_CONFLICT', saved?.current_revision, site.ada.userId, saved?.updated_at],
    );
    const { body } = await site.anyone.request('GET', `${path}/revisions`);
    assert.equal(body.total, 2);
  });

  it('the ETag of a page is compared with If-Match, and answers 304 until the page changes (X2)', async () => {
    const { session } = site.ada;
    const { id, slug, revisionId } = await newPage('Conditional');
    const address = `/api/wiki/standards/${site.wiki.librarySlug}/${slug}`;
    const etagOf = async (): Promise<string> =>
      (await site.anyone.request('GET', address)).headers.get('etag') ?? '';
    const read = await etagOf();
    const again = await site.anyone.request('GET', address, undefined, { 'if-none-match': read });
    assert.equal(again.status, 304);
    const revert = (tag: string) =>
      session.request('POST', `/api/wiki/standards/${id}/revert/${revisionId}`, {}, { 'if-match': tag });
    assert.equal((await revert(read)).status, 201);
    assert.equal((await revert(read)).status, 412);
    assert.notEqual(await etagOf(), read);
    assert.equal((await revert(await etagOf())).status, 201);
  });

  it('validate is an address of its own; W1: a diff needs no credential and names revisions by number (G15)', async () => {
    const { id } = await newPage('Public');
    const checked = await site.ada.key.request('POST', '/api/wiki/standards/validate', { content: 'before' });
    assert.deepEqual([checked.status, checked.body.hasBlocking], [200, true]);
    const path = `/api/wiki/standards/${id}/diff/1/1`;
    const diff = await site.anyone.request('GET', path);
    assert.deepEqual([diff.status, diff.body.patch, diff.body.hunks], [200, '', []]);
    const tag = diff.headers.get('etag') ?? '';
    const again = await site.anyone.request('GET', path, undefined, { 'if-none-match': tag });
    assert.equal(again.status, 304);
  });
});
