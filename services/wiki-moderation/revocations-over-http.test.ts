/**
 * Tests of holds and revocations over HTTP, in the wiki and in its library standard, and of the moderation worklist.
 */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from '@jest/globals';
import { useWorld } from '../../test/world/test-world.ts';
import { adoptPage, createWikiPage } from '../../tools/world/wiki.ts';

const CANARY = 'Cement shall be fresh.';
const CONTENT = `# 1 Materials\n\n1.1 ${CANARY}\n\n1.2 Water shall be clean.\n`;
const DAY_MS = 86_400_000;

describe('moderation of editions over HTTP', () => {
  const site = useWorld();
  afterEach(() => {
    site.node.node.now = () => new Date();
  });

  /** A page with an edition that is copied into the library. */
  async function newEdition(title: string) {
    const { session } = site.ada;
    const page = await createWikiPage(session, {
      librarySlug: site.wiki.librarySlug,
      title,
      content: CONTENT,
    });
    await adoptPage(session, page);
    const { adopted_revisions } = await site.anyone.call('wiki.adopted.list', { id: page.id });
    const { standards } = await session.call('standards.list', { search: title, subject_type: 'global' });
    return { ...page, editionId: adopted_revisions[0]?.id ?? '', standardId: standards[0]?.id ?? 0 };
  }
  const editionPath = (id: string, editionId: string): string =>
    `/api/wiki/standards/${id}/adopted/${editionId}`;

  it('architecture §9: when a hold is answered, no read of wiki or library shows the text', async () => {
    const { session } = site.ada;
    const { id, editionId, standardId } = await newEdition('Held at once');
    const path = `${editionPath(id, editionId)}/elements/revoke`;
    const held = { element_addresses: ['1.1'], reason_code: 'copyright_notice' };
    assert.equal((await session.request('POST', path, held)).status, 200);
    const reads = await Promise.all([
      site.anyone.request('GET', `/api/wiki/standards/${id}/adopted/1`),
      session.request('GET', `/api/wiki/standards/${id}/adopted/1`),
      session.request('GET', `/api/standards/${standardId}`),
      session.request('GET', `/api/standards/${standardId}?format=markdown`),
    ]);
    for (const { status, body } of reads) {
      assert.equal(status, 200);
      assert.ok(!JSON.stringify(body).includes(CANARY), JSON.stringify(body));
    }
    const lift = { ...held, reason_code: 'counter_notice' };
    const path2 = `${editionPath(id, editionId)}/elements/restore`;
    assert.equal((await session.request('POST', path2, lift)).status, 200);
    const { body } = await session.request('GET', `/api/standards/${standardId}`);
    assert.ok(JSON.stringify(body).includes(CANARY));
  });

  it('a notice becomes level 2 by the clock, in wiki and library alike (W5)', async () => {
    const { session } = site.ada;
    const { id, editionId, standardId } = await newEdition('Held by the clock');
    const path = `${editionPath(id, editionId)}/elements/revoke`;
    await session.request('POST', path, { element_addresses: ['1.1'], reason_code: 'out_of_scope' });
    const shows = async (address: string): Promise<boolean> =>
      JSON.stringify((await session.request('GET', address)).body).includes(CANARY);
    const reads = [`/api/wiki/standards/${id}/adopted/1`, `/api/standards/${standardId}`];
    assert.deepEqual(await Promise.all(reads.map(shows)), [true, true]);
    site.node.node.now = () => new Date(Date.now() + 91 * DAY_MS);
    assert.deepEqual(await Promise.all(reads.map(shows)), [false, false]);
  });

  it('an unknown reason, a malformed address and an unknown state are 400 (W2, G5)', async () => {
    const { session } = site.ada;
    const { id, editionId } = await newEdition('Refused');
    const path = editionPath(id, editionId);
    const statuses = await Promise.all([
      session.request('POST', `${path}/revoke`, { reason_code: 'boredom' }),
      session.request('POST', `${path}/revoke`, {}),
      session.request('POST', `${path}/elements/revoke`, { element_addresses: ['1.'], reason_code: 'spam' }),
      session.request('POST', `${path}/elements/revoke`, { element_addresses: [], reason_code: 'spam' }),
      session.request('PATCH', `${path}/revocation`, { level: 3, reason_code: 'spam' }),
      session.request('POST', `${path}/replacement`, {}),
      session.request('GET', '/api/wiki/moderation/worklist?state=done'),
      session.request('GET', '/api/wiki/moderation/worklist?limit=501'),
      session.request('GET', '/api/wiki/moderation/worklist/0'),
    ]);
    assert.deepEqual([...new Set(statuses.map(({ status }) => status))], [400]);
  });

  it('the worklist over HTTP, paged (W8)', async () => {
    const { session, key } = site.ada;
    const { id, editionId } = await newEdition('Listed');
    const held = { element_addresses: ['1.1', '1.2'], reason_code: 'spam' };
    await session.request('POST', `${editionPath(id, editionId)}/elements/revoke`, held);
    const page = async (offset: number) =>
      (
        await session.request(
          'GET',
          `/api/wiki/moderation/worklist?standardId=${id}&limit=1&offset=${offset}`,
        )
      ).body;
    const [first, second, third] = [await page(0), await page(1), await page(2)];
    assert.deepEqual([first.total, second.offset, third.items], [2, 1, []]);
    const ids = [Object(first.items)[0], Object(second.items)[0]].map((item) => Number(item.id));
    assert.ok(ids.every(Number.isInteger) && ids[0] !== ids[1]);
    const item = await session.request('GET', `/api/wiki/moderation/worklist/${ids[0]}`);
    assert.deepEqual([item.status, item.body.texts], [200, null]);
    const unknown = await session.request('GET', '/api/wiki/moderation/worklist/987654');
    assert.equal(unknown.status, 404);
    assert.equal((await key.request('GET', '/api/wiki/moderation/revoked-editions')).status, 200);
    assert.equal((await site.anyone.request('GET', '/api/wiki/moderation/worklist')).status, 401);
  });
});
