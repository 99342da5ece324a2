/** Tests of the moderation of wiki pages over HTTP: statuses, caches, `If-Match`, roles and the search for users. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { useWorld } from '../../../test/world/test-world.ts';
import { createKey } from '../../../tools/world/accounts.ts';
import { createWikiPage } from '../../../tools/world/wiki.ts';

const BODY = '# 1 Scope\n\n1.1 First text.\n';

describe('moderation of wiki standards over HTTP', () => {
  const site = useWorld();
  const newPage = (title: string) =>
    createWikiPage(site.ada.session, { librarySlug: site.wiki.librarySlug, title, content: BODY });
  const moderate = (path: string, body: object, headers: Record<string, string> = {}) =>
    site.ada.session.request('POST', `/api/wiki/standards/${path}`, body, headers);
  const read = (path: string) => site.anyone.request('GET', `/api/wiki/${path}`);

  it('archive, restore and retire a slug; the public reads 404, 200, and 410 without a redirect (document 2)', async () => {
    const { id, slug } = await newPage('Moderated over HTTP');
    const at = `standards/${site.wiki.librarySlug}`;
    const archived = await moderate(`${id}/archive`, { reason_code: 'spam' });
    assert.deepEqual([archived.status, Object(archived.body.standard).archived], [200, true]);
    assert.equal((await read(`${at}/${slug}`)).status, 404);
    assert.equal((await moderate(`${id}/archive`, { reason_code: 'spam' })).status, 409);
    assert.equal((await moderate(`${id}/restore`, { reason_code: 'counter_notice' })).status, 200);
    const etag = (await read(`${at}/${slug}`)).headers.get('etag') ?? '';
    assert.notEqual(etag, '');
    const moved = await moderate(`${id}/slug/retire`, { new_slug: 'moved', reason_code: 'spam' });
    assert.equal(moved.status, 200);
    const gone = await read(`${at}/${slug}`);
    assert.deepEqual([gone.status, gone.body.code, gone.headers.get('location')], [410, 'GONE', null]);
    const elsewhere = await site.anyone.request('GET', `/api/wiki/${at}/moved`, undefined, {
      'if-none-match': etag,
    });
    assert.equal(elsewhere.status, 200);
    const log = await read(`standards/${id}/moderation-log?action=archive&limit=1`);
    assert.deepEqual([log.status, log.body.total, log.body.limit], [200, 1, 1]);
    assert.equal((await read('moderation-log?action=edit')).status, 400);
    assert.equal((await read('moderation-log/0')).status, 400);
  });

  it('what a shared cache keeps of a page and of the log is asked for again, so that moderation counts at once (G23)', async () => {
    const { id, slug } = await newPage('Kept by a cache');
    const ask = (path: string, headers: Record<string, string>) =>
      site.anyone.request('GET', `/api/wiki/${path}`, undefined, headers);
    const page = `standards/${site.wiki.librarySlug}/${slug}`;
    const kept = [
      { path: page, accept: 'application/json' },
      { path: page, accept: 'text/markdown' },
      { path: `standards/${id}/revisions`, accept: 'application/json' },
      { path: 'moderation-log', accept: 'application/json' },
    ];
    const tags = await Promise.all(
      kept.map(async ({ path, accept }) => {
        const { status, headers } = await ask(path, { accept });
        assert.deepEqual([status, headers.get('cache-control')], [200, 'public, no-cache']);
        return headers.get('etag') ?? '';
      }),
    );
    const revalidate = () =>
      Promise.all(
        kept.map(async ({ path, accept }, at) => {
          const { status, headers } = await ask(path, { accept, 'if-none-match': tags[at] ?? '' });
          return [status, headers.get('cache-control')];
        }),
      );
    const unchanged = [304, 'public, no-cache'];
    assert.deepEqual(await revalidate(), [unchanged, unchanged, unchanged, unchanged]);
    await moderate(`${id}/archive`, { reason_code: 'spam' });
    const [json, markup, , log] = await revalidate();
    for (const gone of [json, markup]) assert.deepEqual(gone, [404, 'private, no-cache']);
    assert.deepEqual(log, [200, 'public, no-cache']);
    await moderate(`${id}/restore`, { reason_code: 'counter_notice' });
    for (const [status] of await revalidate()) assert.ok(status === 200 || status === 304);
  });

  it('moderation compares If-Match with the ETag of the page (X2)', async () => {
    const { id, slug, revisionId } = await newPage('Matched');
    const address = `standards/${site.wiki.librarySlug}/${slug}`;
    const stale = (await read(address)).headers.get('etag') ?? '';
    const edit = { id, baseRevisionId: revisionId, content: `${BODY}\n1.2 More.\n` };
    await site.ada.session.call('wiki.standards.update', edit);
    const archive = (tag: string) => moderate(`${id}/archive`, { reason_code: 'spam' }, { 'if-match': tag });
    assert.equal((await archive(stale)).status, 412);
    assert.equal((await archive((await read(address)).headers.get('etag') ?? '')).status, 200);
  });

  it('search-users is an address of its own, with query or q; roles are given, listed and taken (G15)', async () => {
    const { id } = await newPage('Staffed');
    const { session, userId } = site.mallory;
    const path = `/api/wiki/standards/${id}/roles`;
    const given = await site.ada.session.request('POST', path, { userId, role: 'moderator' });
    assert.equal(given.status, 201);
    const again = await site.ada.session.request('POST', path, { userId, role: 'moderator' });
    assert.deepEqual([again.status, again.body.id], [200, given.body.id]);
    const { client: key } = await createKey(site.ada.session, ['wiki:standard:moderate']);
    assert.equal((await key.request('GET', path)).body.total, 1);
    for (const query of ['query=mallory', 'q=mallory']) {
      const found = await key.request('GET', `/api/wiki/standards/search-users?${query}`);
      const here = await key.request('GET', `/api/wiki/standards/${id}/search-users?${query}`);
      assert.deepEqual([found.status, here.body], [200, found.body]);
      assert.ok(JSON.stringify(found.body).includes(`"userId":${userId}`), JSON.stringify(found.body));
    }
    assert.equal((await session.request('GET', '/api/wiki/standards/search-users?q=ada')).status, 403);
    assert.equal((await site.anyone.request('GET', path)).status, 401);
    const last = await site.ada.session.request('DELETE', `${path}/${given.body.id}`);
    assert.deepEqual([last.status, last.body.code], [409, 'LAST_MODERATOR']);
  });
});
