import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Asked, answerText, giveAgain } from '../../../shared/kernel/first-answers.ts';
import { type Ending, Outbox } from '../../../shared/kernel/outbox.ts';
import { refusal } from '../../../test/service-node.ts';
import { newRevision } from '../records/new-revision.ts';
import { type Change, DatasheetRecords } from '../records/repository.ts';
import { editor, idOf, recordedIn, type Shown, Site } from '../site.fixture.ts';
import { Recovery } from './recovery.ts';

const HOUR = 3_600_000;

describe('a save cut off between its two steps', () => {
  let site: Site;
  let records: DatasheetRecords;
  let recovery: Recovery;
  let outbox: Outbox;
  let sheet: Shown;
  let projectId: number;
  before(async () => {
    site = await Site.start();
    const prepared = await site.prepare('Concrete to recover');
    projectId = prepared.projectId;
    sheet = await site.create(projectId, prepared.standardId);
    const connection = await site.node.node.openDatabase('datasheets');
    records = new DatasheetRecords(connection);
    outbox = new Outbox(connection);
    recovery = new Recovery(site.node.node, records, outbox);
  });
  after(() => site.node.stop());

  /** Writes the next revision of the sheet and stops there, as a process does that dies. */
  async function writeOnly(first: Ending['first'] = null): Promise<Change> {
    const head = await records.revision(sheet.revision.id);
    const [id = 0] = await records.newRevisionIds(1);
    const revision = newRevision({
      id,
      datasheet_id: sheet.id,
      previous: head,
      name: head.name,
      scope: head.scope,
      standard: { id: head.standard_id, revision_id: head.standard_revision_id, revision_code: head.standard_revision_code },
      severity: 'MINOR',
      summary: 'cut off',
      states: head.states,
      by: head.created_by,
      at: new Date(),
    });
    const change: Change = {
      newDatasheet: null,
      revisions: [revision],
      pending: {
        _id: randomUUID(),
        project_id: projectId,
        new_datasheet_id: null,
        revisions: [{ datasheet_id: sheet.id, revision_id: id }],
        ending: {
          entry: {
            user_id: 11,
            action: 'datasheets.revise',
            channel: 'http',
            key_id: null,
            request_id: 'r-cut',
            resource: { type: 'datasheet', id: sheet.id },
            details: {},
          },
          first,
        },
        at: new Date(),
      },
    };
    await records.write(change, (session) => outbox.hold(session, change.pending.ending));
    return change;
  }

  /** A request that came with an Idempotency-Key, as its call claims it. */
  const asked = (key: string): Asked => ({ action: 'datasheets.revise', by: editor, key, target: 'POST …', request: 'digest' });
  const claimed = async (key: string): Promise<Ending['first']> => {
    const found = await outbox.firstAnswers.claim(asked(key));
    return 'claim' in found ? { claim: found.claim, text: answerText({ version: 'first' }) ?? '' } : null;
  };

  const written = async (change: Change): Promise<boolean> =>
    (await records.revisions(change.revisions.map((one) => one._id))).size === change.revisions.length;
  const waiting = async (): Promise<number> => (await records.waitingSince(new Date(Date.now() + HOUR), 10)).length;

  it('is in no history, and is swept after an hour when nothing points to it', async () => {
    const change = await writeOnly(await claimed('swept'));
    assert.equal((await site.node.call(editor, 'datasheets.revisions', { id: sheet.id })).total, 1);
    assert.equal((await site.read(sheet.id)).version, sheet.version);
    await recovery.run(new Date());
    assert.deepEqual([await written(change), await waiting()], [true, 1], 'it may still be on its way');
    await recovery.run(new Date(Date.now() + 2 * 60_000));
    assert.deepEqual([await written(change), await waiting()], [true, 1], 'it may still be on its way');
    await recovery.run(new Date(Date.now() + HOUR + 60_000));
    const waits = await refusal(outbox.firstAnswers.claim(asked('swept')));
    assert.deepEqual([await written(change), await waiting(), waits.code], [false, 0, 'IDEMPOTENCY_IN_PROGRESS']);
    await site.node.node
      .openDatabase('datasheets')
      .then((connection) => connection.collection('first_answers').updateMany({}, { $set: { until: new Date(0) } }));
    assert.ok(await claimed('swept'), 'G22: what left nothing behind may be sent again');
  });

  it('is confirmed when its pointer did move, also under later saves', async () => {
    const change = await writeOnly(await claimed('moved'));
    const [revision] = change.revisions;
    assert.ok(revision);
    await site.node.call(editor, 'projects.stage', {
      project_id: projectId,
      datasheets: [
        {
          datasheet_id: sheet.id,
          expected_revision_id: sheet.revision.id,
          revision_id: revision._id,
          name: revision.name,
          standard_id: revision.standard_id,
          standard_revision_id: revision.standard_revision_id,
          action: 'changed',
          count: 1,
        },
      ],
    });
    await site.revise(sheet.id, [{ element_id: idOf(sheet, 'Supplier'), new_value: 'Later' }]);
    await recovery.run(new Date(Date.now() + 2 * HOUR));
    assert.deepEqual([await written(change), await waiting()], [true, 0]);
    assert.equal((await site.node.call(editor, 'datasheets.revisions', { id: sheet.id })).total, 3);
    assert.equal(recordedIn(await site.read(sheet.id), 'Supplier'), 'Later');
    const again = await outbox.firstAnswers.claim(asked('moved'));
    assert.deepEqual('first' in again && giveAgain(again.first), { version: 'first' }, 'G22: its answer is given again');
  });
});
