/** Parses that several wait for, without a database. Source: hardening A5. */
import assert from 'node:assert/strict';
import { afterAll, describe, it } from '@jest/globals';
import { hasCode } from '../../../shared/kernel/errors.ts';
import { MarkupReader } from '../../../shared/kernel/markup-reader/reader.ts';
import { Outlines } from './outlines.ts';

const LONG = `# 1 Materials\n\n1.1 Cement shall be Portland cement.\n\n${'Text.\n'.repeat(5_000)}`;
const never = new AbortController().signal;

describe('outlines of stored revisions', () => {
  const reader = new MarkupReader();
  afterAll(() => reader.stop());
  const outlines = new Outlines(reader);

  it('A5: visitors of one page that was not parsed yet wait for one parse, and later ones have its outcome', async () => {
    const revision = { id: 'shared', pageId: 'page', content: LONG };
    const [first, second] = await Promise.all([outlines.read(revision, never), outlines.read(revision, never)]);
    assert.equal(first, second);
    assert.equal(await outlines.read(revision, never), first);
  });

  it('A5: who leaves ends the parse for nobody else; when all have left it ends, and the next visitor is served', async () => {
    const revision = { id: 'left', pageId: 'page', content: LONG };
    const [leaving, staying] = [new AbortController(), new AbortController()];
    const left = outlines.read(revision, leaving.signal);
    const stayed = outlines.read(revision, staying.signal);
    leaving.abort();
    assert.equal((await stayed).elements.length, 2);
    await left;

    const other = { ...revision, id: 'left by all' };
    const alone = new AbortController();
    const lonely = outlines.read(other, alone.signal);
    alone.abort();
    const next = outlines.read(other, never);
    await assert.rejects(lonely, (error) => hasCode(error, 'SERVICE_UNAVAILABLE'));
    assert.equal((await next).elements.length, 2);
    await assert.rejects(outlines.read({ ...revision, id: 'gone' }, alone.signal), (error) =>
      hasCode(error, 'SERVICE_UNAVAILABLE'),
    );
  });
});
