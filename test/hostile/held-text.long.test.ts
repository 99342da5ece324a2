/**
 * Tests that withheld text is in no response to anybody: reads, search, exports and ETags under a hold. Every
 * endpoint: `test/leaks`.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { readPdf } from '../../shared/documents/pdf/read-pdf.fixture.ts';
import { createKey, identify, registerAccount } from '../../tools/world/accounts.ts';
import { eventually } from '../eventually.ts';
import { editor, FIRM, lead, viewer, withKey } from '../people.ts';
import { useNode } from '../service-node.ts';
import { wordsInFile } from '../words-in-file.ts';
import { type AdoptedEdition, CANARY, CANARY_CLAUSES, HoldsWorld } from '../world/holds.ts';

/** A read as one caller sees it; the errors of those who may not read it are part of it. */
type Reads = Record<string, unknown>;

/** A document as its words. */
const wordsOf = async (document: Promise<{ bytes: string }>): Promise<string> =>
  wordsInFile(Buffer.from((await document).bytes, 'base64'));

async function documentIn(answer: Promise<object>): Promise<{ bytes: string }> {
  const { bytes } = Object(await answer);
  return { bytes: String(bytes) };
}

describe('a withheld text is in no response (H12)', () => {
  const node = useNode();
  const world = new HoldsWorld(node);
  let first: AdoptedEdition;
  let next: AdoptedEdition;
  let copyId: number;
  let projectId: number;
  let elementId: number;

  beforeAll(async () => {
    first = await world.adopt(CANARY_CLAUSES, { title: 'Nut works' });
    elementId = (await world.read(first.standardId)).elements[1]?.element_id ?? 0;
    copyId = (
      await node.call(lead, 'standards.customize', { id: first.standardId, companyId: FIRM.id, name: 'Ours' })
    ).id;
    // The clause differs on both sides, so that plan, changelog and comparison have its words.
    next = await world.adopt(
      { ...CANARY_CLAUSES, '1.1': `Fresh nuts of ${CANARY}.` },
      { page: first.page, title: 'Nut works', edition_number: 2 },
    );
    const copy = await node.call(lead, 'standards.edit', { id: copyId });
    const elements = copy.elements.map((element) =>
      element.address === '1.1' ? { ...element, content: `Our nuts of ${CANARY}.` } : element,
    );
    await node.call(lead, 'standards.workingCopy.save', { id: copyId, elements });
    await node.call(lead, 'standards.publish', { id: copyId });
    await node.call(lead, 'standards.edit', { id: copyId });
    projectId = (await node.call(lead, 'projects.create', { name: 'Nut store' })).id;
    for (const standardId of [first.standardId, copyId])
      await node.call(lead, 'projects.standards.add', { id: projectId, action: 'import', standardId });
    await node.call(lead, 'projects.publish', { id: projectId });
    await node.call(lead, 'projects.draft.create', { id: projectId });
    await node.call(lead, 'projects.standardRevisions.apply', {
      id: projectId,
      changes: [{ standardId: first.standardId, toStandardRevisionId: first.revisionId }],
    });
  });

  /** Every read of clause text, by name. */
  async function readAll(who: typeof lead): Promise<Reads> {
    const [id, revisionId] = [copyId, first.revisionId];
    const revisions = await node.call(lead, 'standards.revisions', { id });
    const [to, from] = revisions.revisions.map((row) => row.id);
    const ofPage = { id: first.standardId };
    const integrated = (standardId: number, more = {}) =>
      node.call(who, 'projects.integratedContent', { projectId, standardId, ...more });
    const ofProject = await node.call(lead, 'projects.revisions', { id: projectId });
    const [draft, issued] = ofProject.revisions.map((row) => row.id);
    const addendum = (more: { format?: 'markdown' | 'docx' }) =>
      node.call(who, 'projects.addendum', { id: projectId, from: issued ?? 0, to: draft ?? 0, ...more });
    const calls: Record<string, () => Promise<unknown>> = {
      standard: () => node.call(who, 'standards.get', ofPage),
      'earlier revision': () => node.call(who, 'standards.get', { ...ofPage, revisionId }),
      copy: () => node.call(who, 'standards.get', { id }),
      markdown: () => node.call(who, 'standards.get', { id, format: 'markdown' }),
      oscal: () => node.call(who, 'standards.get', { id, format: 'oscal' }),
      fields: () => node.call(who, 'standards.get', { id, fields_only: true }),
      comparison: () => node.call(who, 'standards.compare', { id, from: from ?? 0, to: to ?? 0 }),
      'comparison of editions': () =>
        node.call(who, 'standards.compare', { ...ofPage, from: revisionId, to: next.revisionId }),
      amendment: () => node.call(who, 'standards.amendment', { id, from: from ?? 0, to: to ?? 0 }),
      'amendment in markdown': () =>
        node.call(who, 'standards.amendment', {
          ...ofPage,
          from: revisionId,
          to: next.revisionId,
          format: 'markdown',
        }),
      'amendment as a Word file': () =>
        wordsOf(
          documentIn(
            node.call(who, 'standards.amendment', {
              ...ofPage,
              from: revisionId,
              to: next.revisionId,
              format: 'docx',
            }),
          ),
        ),
      document: () => wordsOf(node.call(who, 'standards.document', { id })),
      'document with changes': () =>
        wordsOf(node.call(who, 'standards.document', { id, revisionId: to ?? 0, compareTo: from ?? 0 })),
      'project document': () => wordsOf(node.call(who, 'projects.document', { id: projectId })),
      'document as PDF': async () => {
        const { bytes } = await node.call(who, 'standards.document', { id, format: 'pdf' });
        return (await readPdf(Buffer.from(bytes, 'base64'))).pages;
      },
      'document of an earlier revision': () =>
        wordsOf(node.call(who, 'standards.document', { ...ofPage, revisionId })),
      changelog: () => node.call(who, 'standards.changelog', { id }),
      'merge plan': () => node.call(who, 'standards.mergePlan', { id }),
      'working copy': () => node.call(who, 'standards.workingCopy.get', { id }),
      edit: () => node.call(who, 'standards.edit', { id }),
      'integrated content': () => integrated(id),
      'compact integrated content': () => integrated(first.standardId, { format: 'compact' }),
      proof: () => node.call(who, 'projects.proof', { id: projectId, elementId, standardId: id }),
      addendum: () => addendum({}),
      'addendum as a Word file': () => wordsOf(documentIn(addendum({ format: 'docx' }))),
      'addendum in markdown': () => addendum({ format: 'markdown' }),
      export: () => node.call(who, 'projects.export', { id: projectId, isVerbose: true }),
      details: () => node.call(who, 'projects.details', { id: projectId, shape: 'v2' }),
    };
    const responses = Object.entries(calls).map(async ([name, call]) => {
      const response = await call().catch(({ code }: { code?: unknown }) => ({
        refused: code ?? 'without a code',
      }));
      return [name, response] as const;
    });
    return Object.fromEntries(await Promise.all(responses));
  }
  /** The hits of a search for the words, by what of them it finds. */
  const search = async (who: typeof lead, more = {}) =>
    (await node.call(who, 'standards.searchContent', { query: `"${CANARY}"`, ...more })).hits;
  const leaksOf = (reads: Reads): string[] =>
    Object.entries(reads).flatMap(([name, response]) =>
      JSON.stringify(response).includes(CANARY) ? [name] : [],
    );
  const hold = () => world.state(first, world.hold(first), world.hold(next));

  it('the reads of this suite show it while nothing is held, and to viewers, editors and owners nowhere under the hold', async () => {
    const open = leaksOf(await readAll(lead));
    assert.ok(open.length >= 12, `only ${open} show it`);
    await eventually(async () => assert.ok((await search(lead)).length > 0));
    await hold();
    for (const who of [viewer, editor, lead, withKey(lead, ['standard:read', 'standard:view_revisions'])])
      assert.deepEqual(leaksOf(await readAll(who)), []);
  });

  it('search neither shows nor finds it, in the library and in a project, for anybody (S13)', async () => {
    await hold();
    for (const who of [viewer, editor, lead])
      for (const more of [{}, { projectId }])
        assert.deepEqual(
          (await search(who, more)).filter(({ snippet }) => snippet.includes(CANARY)),
          [],
        );
    await eventually(async () => assert.deepEqual(await search(lead), []));
    assert.deepEqual(await search(lead, { projectId }), []);
  });

  it('search forgets it when level 2 begins by the clock (S13)', async () => {
    const level2_at = new Date(Date.now() + 60_000);
    const notice = { level: 1, level2_at: level2_at.toISOString() } as const;
    await world.state(first, world.hold(first, notice), world.hold(next, notice));
    await eventually(async () => assert.ok((await search(lead)).length > 0));
    node.node.now = () => level2_at;
    try {
      assert.deepEqual(await search(lead), []);
      assert.deepEqual(leaksOf(await readAll(lead)), []);
    } finally {
      node.node.now = () => new Date();
    }
  });

  it('over HTTP a hold changes the ETag at once, by a moderator and by the clock (X2)', async () => {
    await world.state(first);
    const session = await registerAccount(node.url, 'Olga', 'Owners & Co');
    const { client: key } = await createKey(session);
    const { companyId } = await identify(session);
    const { id } = await key.call('standards.customize', { id: first.standardId, companyId });
    await key.call('standards.edit', { id });
    for (const path of [
      `/api/standards/${id}`,
      `/api/standards/${id}?format=markdown`,
      `/api/standards/${id}/working-copy`,
    ]) {
      let etag = '';
      const read = async () => {
        const response = await key.request('GET', path, undefined, { 'if-none-match': etag });
        if (response.status === 200) etag = response.headers.get('etag') ?? '';
        return [response.status, JSON.stringify(response.body).includes(CANARY)];
      };
      assert.deepEqual(await read(), [200, true], path);
      const level2_at = new Date(Date.now() + 60_000);
      const notice = { level: 1, level2_at: level2_at.toISOString() } as const;
      await world.state(first, world.hold(first, notice), world.hold(next, notice));
      if (!path.includes('markdown')) assert.deepEqual(await read(), [200, true], path);
      node.node.now = () => level2_at;
      assert.deepEqual(await read(), [200, false], path);
      assert.deepEqual((await read())[0], 304, path);
      node.node.now = () => new Date();
      await world.state(first);
      assert.deepEqual(await read(), [200, true], path);
    }
  });
});
