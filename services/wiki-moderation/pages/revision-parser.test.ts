/** Unit tests of the parser of stored revisions: concurrent callers share one parse. */
import assert from 'node:assert/strict';
import { afterAll, describe, it } from '@jest/globals';
import { hasErrorCode } from '../../../shared/kernel/errors/errors.ts';
import { MarkupReader } from '../../../shared/kernel/markup-reader/markup-reader.ts';
import { RevisionParser } from './revision-parser.ts';

const LONG = `# 1 Materials\n\n1.1 Cement shall be Portland cement.\n\n${'Text.\n'.repeat(5_000)}`;
const never = new AbortController().signal;

describe('revisionParser of stored revisions', () => {
  const reader = new MarkupReader();
  afterAll(() => reader.stop());
  const revisionParser = new RevisionParser(reader);

  it('concurrent readers of an unparsed page wait for one parse, and later ones use its result (hardening A5)', async () => {
    const revision = { id: 'shared', pageId: 'page', content: LONG };
    const [first, second] = await Promise.all([
      revisionParser.parse(revision, never),
      revisionParser.parse(revision, never),
    ]);
    assert.equal(first, second);
    assert.equal(await revisionParser.parse(revision, never), first);
  });

  it('a reader that leaves does not end the parse for others; when all have left it ends, and the next reader is served (hardening A5)', async () => {
    const revision = { id: 'left', pageId: 'page', content: LONG };
    const [leaving, staying] = [new AbortController(), new AbortController()];
    const left = revisionParser.parse(revision, leaving.signal);
    const stayed = revisionParser.parse(revision, staying.signal);
    leaving.abort();
    assert.equal((await stayed).elements.length, 2);
    await left;

    const other = { ...revision, id: 'left by all' };
    const alone = new AbortController();
    const lonely = revisionParser.parse(other, alone.signal);
    alone.abort();
    const next = revisionParser.parse(other, never);
    await assert.rejects(lonely, (error) => hasErrorCode(error, 'SERVICE_UNAVAILABLE'));
    assert.equal((await next).elements.length, 2);
    await assert.rejects(revisionParser.parse({ ...revision, id: 'gone' }, alone.signal), (error) =>
      hasErrorCode(error, 'SERVICE_UNAVAILABLE'),
    );
  });
});
