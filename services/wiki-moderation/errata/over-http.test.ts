/** Tests of errata, citations and the search of the wiki over HTTP. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { useWorld } from '../../../test/world/test-world.ts';
import { createWikiPage } from '../../../tools/world/wiki.ts';

describe('errata, citations and search of the wiki over HTTP', () => {
  const site = useWorld();

  it('an erratum is read with an ETag, which a withdrawal changes (R-097, G12)', async () => {
    const { pageId, editionId } = site.wiki;
    const path = `/api/wiki/standards/${pageId}/errata`;
    const body = {
      severity: 'info',
      description: 'A unit is missing.',
      recommended_action: 'none',
      affected: [{ adopted_revision_id: editionId, element_address: '1.1' }],
    };
    const issued = await site.ada.key.request('POST', path, body);
    assert.equal(issued.status, 201);
    const read = `/api/wiki/errata/${issued.body.id}`;
    const { headers } = await site.anyone.request('GET', read);
    const conditions = { 'if-none-match': headers.get('etag') ?? '' };
    await site.ada.key.post(`${path}/${issued.body.id}/withdraw`, { reason: 'It is there.' });
    const changed = await site.anyone.request('GET', read, undefined, conditions);
    assert.deepEqual([changed.status, changed.body.status], [200, 'withdrawn']);
    const active = await site.anyone.request('GET', `/api/wiki/adopted-revisions/${editionId}/errata`);
    const { errata } = Object(active.body);
    assert.ok(errata.length > 0 && errata.every(({ status }: { status: string }) => status === 'active'));
  });

  it('errata and citations are no slugs; W4, X1: null clears a correction and is refused elsewhere (G15)', async () => {
    const { pageId, erratumId, editionId } = site.wiki;
    for (const word of ['errata', 'citations']) {
      const { status, body } = await site.anyone.request('GET', `/api/wiki/standards/${pageId}/${word}`);
      assert.deepEqual([status, Array.isArray(body[word])], [200, true]);
    }
    const path = `/api/wiki/standards/${pageId}/errata/${erratumId}/correction`;
    const correct = (corrected_by_revision_id: string | null) =>
      site.ada.key.request('PATCH', path, { corrected_by_revision_id });
    assert.equal((await correct(editionId)).body.corrected_by_revision_id, editionId);
    assert.equal((await correct(null)).body.corrected_by_revision_id, null);
    assert.equal((await site.ada.key.request('PATCH', path, {})).status, 400);
    const nothing = await site.ada.key.request('POST', `/api/wiki/standards/${pageId}/errata`, {
      severity: 'info',
      description: 'Wrong.',
      recommended_action: 'none',
      affected: [],
    });
    assert.equal(nothing.status, 400);
  });

  it('a saved page is found and cites; a credential is optional, and a bad one is 401 (W10, W12, A15)', async () => {
    const { librarySlug, standardSlug, pageId } = site.wiki;
    const content = `# 1 Scope\n\n1.1 Obsidian as in [[${librarySlug}/${standardSlug}]].\n`;
    await createWikiPage(site.ada.session, { librarySlug, title: 'Citing over HTTP', content });
    const { body } = await site.anyone.request('GET', `/api/wiki/standards/${pageId}/citations?limit=1`);
    assert.deepEqual([body.citingDocumentCount, body.limit], [1, 1]);
    const search = '/api/wiki/search-content?query=obsidian';
    await eventually(async () => {
      const { body } = await site.anyone.request('GET', search);
      const [hit] = Object(body).hits;
      assert.deepEqual([hit?.standard.title, body.search_event_id], ['Citing over HTTP', null]);
    });
    const bad = { authorization: 'Bearer css_live_nobody' };
    for (const path of [search, `/api/wiki/standards/${pageId}/citations`])
      assert.equal((await site.anyone.request('GET', path, undefined, bad)).status, 401);
  });
});
