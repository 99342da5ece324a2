/** Tests of storing the versions of a working copy as differences, and of which are kept. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import {
  type Author,
  anyOutline,
  anyScript,
  applyEdits,
  LAW_RUNS,
} from '../../../shared/revisioning/outline/histories.fixture.ts';
import { authorOf, lead } from '../../../test/people.ts';
import { useNode } from '../../../test/service-node.ts';
import { recordClauseEdits } from './clause-edits.ts';
import { newWorkingCopy } from './new-working-copy.ts';
import { WorkingCopies } from './repository.ts';
import { CHAIN_LENGTH, nextVersion, packVersion, unpackChain, workingCopyPrefix } from './version-storage.ts';
import type { WorkingCopyState } from './working-copy-state.ts';

const by = authorOf(lead);
const authors: Author[] = ['x', 'y'];

describe('the versions of a working copy', () => {
  it('a version rebuilt from the stored differences equals the saved version (X7)', () => {
    fc.assert(
      fc.property(anyOutline, fc.array(anyScript, { minLength: 1, maxLength: 2 }), (initial, scripts) => {
        let draft: WorkingCopyState = { outline: initial, edits: [] };
        const records = [packVersion('first', 1, 1, draft, null)];
        for (const [index, script] of scripts.entries()) {
          const outline = applyEdits(draft.outline, script, authors[index] ?? 'x');
          const number = index + 2;
          const edits = recordClauseEdits({
            initial,
            before: draft.outline,
            after: outline,
            edits: draft.edits,
            by,
            at: '2030-01-01T00:00:00Z',
            number,
            oldestStoredVersion: 0,
          });
          const next = { outline, edits };
          records.push(packVersion(String(number), 1, number, next, draft));
          draft = next;
          assert.deepEqual(unpackChain(records), draft);
        }
      }),
      { numRuns: LAW_RUNS },
    );
  });

  it('a chain without its start, or with a gap, yields no version (X7)', () => {
    const draft: WorkingCopyState = { outline: { elements: [], fields: [] }, edits: [] };
    const [first, second, third] = [1, 2, 3].map((number) =>
      packVersion('', 1, number, draft, number === 1 ? null : draft),
    );
    assert.ok(first && second && third);
    assert.deepEqual(unpackChain([first, second, third]), draft);
    for (const broken of [[], [second, third], [first, third]]) assert.equal(unpackChain(broken), null);
  });

  it('versions of one working copy begin alike and never repeat (X7, G11)', () => {
    const opened = 'abcdefghijklmnopqrstuv';
    const versions = new Set(Array.from({ length: 1_000 }, () => nextVersion(opened)));
    assert.equal(versions.size, 1_000);
    for (const version of versions) {
      assert.match(version, /^abcdefghijk[A-Za-z0-9_-]{11}$/);
      assert.equal(workingCopyPrefix(version), workingCopyPrefix(opened));
    }
    for (const other of ['', 'abcdefghijk', `${opened}w`]) assert.equal(workingCopyPrefix(other), null);
  });
});

describe('stored versions', () => {
  const node = useNode(['standards']);

  it('the first and the latest versions can be merged with; those in between are removed, a chain at a time (X7)', async () => {
    const connection = await node.node.openDatabase('standards');
    const kept = 2 * CHAIN_LENGTH;
    const [writer, reader] = [new WorkingCopies(connection, kept), new WorkingCopies(connection, kept)];
    const now = new Date();
    const opening = newWorkingCopy({
      standard: { _id: 77, subject_type: 'company', subject_id: 1 },
      from: null,
      outline: { elements: [], fields: [] },
      by,
      now,
    });
    await inTransaction(connection, (session) => writer.open(session, opening));
    let { copy, state } = opening;
    const versions = [copy.version];
    for (let number = 2; number <= 4 * CHAIN_LENGTH; number += 1) {
      const element = {
        element_id: 1,
        address: '1',
        kind: 'clause' as const,
        toc_content: '',
        content: `text ${number}`,
      };
      const next: WorkingCopyState = { outline: { elements: [element], fields: [] }, edits: [] };
      const version = nextVersion(copy.opened_version);
      const record = packVersion(version, 77, number, next, state);
      const saved = { saved_by: by, saved_at: now };
      assert.ok(
        await inTransaction(connection, (session) => writer.advance(session, copy.version, record, saved)),
      );
      copy = { ...copy, version, number, ...saved };
      state = next;
      versions.push(version);
    }
    for (const [index, version] of versions.entries()) {
      const number = index + 1;
      const found = await reader.findVersionState(copy, version);
      if (number === 1) assert.deepEqual(found?.outline.elements, []);
      else if (number > 4 * CHAIN_LENGTH - kept)
        assert.equal(found?.outline.elements[0]?.content, `text ${number}`);
      else assert.equal(found, null, `version ${number}`);
    }
    const stored = await connection.collection('working_copy_versions').countDocuments({ standard_id: 77 });
    assert.equal(stored, 1 + kept);
    assert.deepEqual((await new WorkingCopies(connection, kept).findCurrent(77))?.state, state);
  });
});
