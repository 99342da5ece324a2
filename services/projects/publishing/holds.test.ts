/**
 * Tests of projects whose standards are under a hold: what blocks publishing, how it is acknowledged, what can be
 * imported or customised, and what earlier publications show.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { administrator, editor, lead, stranger, viewer } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { CANARY, CANARY_CLAUSES, HoldsWorld } from '../../../test/world/holds.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import type { BlockedStandard } from './blocked-standards.ts';

describe('publishing a project with standards under a moderation notice', () => {
  const site = ProjectsWorld.use();
  const world = new HoldsWorld(site.node);
  const NOTICE = { level: 1, level2_at: null, reason_code: 'spam' } as const;

  /** A project that pins a new edition. */
  async function createHolder(name: string) {
    const edition = await world.adopt();
    const projectId = await site.createProject(name);
    await site.importStandard(projectId, edition.standardId);
    return { projectId, edition };
  }
  /** The refusal of a publish. */
  async function refusal(id: number, more = {}): Promise<{ blocked: BlockedStandard[]; token: string }> {
    const { extras } = await expectRejection(site.publish(id, more), 409, 'PROJECT_HOLDS_REVOKED_STANDARD');
    const { blockedStandards, acknowledgmentToken } = Object(extras.metadata);
    assert.match(acknowledgmentToken, /^[0-9a-f]{12}$/);
    return { blocked: blockedStandards, token: acknowledgmentToken };
  }
  const listed = (blocked: readonly BlockedStandard[]) =>
    blocked.map(({ standardId, holdingScope, level, heldClauseCount }) => ({
      standardId,
      holdingScope,
      level,
      heldClauseCount,
    }));

  it('a held clause blocks until exactly it is acknowledged, and the acknowledgment is recorded (W15, R-102, R-172, R-205)', async () => {
    const { projectId, edition } = await createHolder('Held clause');
    await world.state(edition, world.hold(edition));
    const { blocked, token } = await refusal(projectId);
    const row = {
      standardId: edition.standardId,
      name: blocked[0]?.name,
      holdingScope: null,
      level: 2,
      heldClauseCount: 1,
      heldClauseAddresses: ['1.1'],
      holds: [{ scope: 'clauses', level: 2, reason: 'copyright_notice', heldClauseCount: 1 }],
      acknowledgeable: true,
      fix: 'remove_or_swap',
      replacement: null,
    };
    assert.deepEqual(blocked, [row]);
    const readiness = await site.node.call(lead, 'projects.publishReadiness', { id: projectId });
    assert.deepEqual([readiness.ready, readiness.holds], [true, [row]]);
    const standards = listed(blocked);
    const wrong = [
      { token, standards: [] },
      { token, standards: [...standards, ...standards] },
      { token, standards: [{ ...standards[0], standardId: edition.standardId + 1 }] },
      { token, standards: [{ ...standards[0], level: 1 }] },
      { token, standards: [{ ...standards[0], heldClauseCount: 2 }] },
      { token, standards: [{ ...standards[0], holdingScope: 'standard' }] },
      { token: '0123456789ab', standards },
    ];
    for (const acknowledgeHolds of wrong)
      assert.equal(
        (await refusal(projectId, { acknowledgeHolds })).token,
        token,
        JSON.stringify(acknowledgeHolds),
      );
    const published = await site.publish(projectId, { acknowledgeHolds: { token, standards } });
    const [acknowledged] = published.acknowledged ?? [];
    assert.ok(acknowledged);
    assert.deepEqual(acknowledged, {
      standardId: edition.standardId,
      level: 2,
      by: { userId: lead.user.id, name: lead.user.name },
      at: acknowledged.at,
    });
    const { revisions } = await site.node.call(lead, 'projects.revisions', { id: projectId });
    assert.deepEqual(revisions[0]?.acknowledged, [acknowledged]);
    const { certificate, sections } = await site.node.call(lead, 'projects.export', { id: projectId });
    assert.deepEqual(certificate?.acknowledged, [acknowledged]);
    assert.ok(!JSON.stringify(sections).includes(CANARY));
    await eventually(async () => {
      const filter = { action: 'projects.publish', resource_type: 'project', resource_id: String(projectId) };
      const { entries } = await site.node.call(administrator, 'admin.audit.list', filter);
      assert.deepEqual(entries[0]?.details.acknowledged, [acknowledged]);
    });
  });

  it('the row lists every hold that the token acknowledges, without the reason of a legal compulsion (Y15)', async () => {
    const { projectId, edition } = await createHolder('Two holds');
    const compelled = world.hold(edition, { ...NOTICE, scope: 'edition', reason_code: 'legal_compulsion' });
    await world.state(edition, compelled, world.hold(edition));
    const { blocked } = await refusal(projectId);
    assert.deepEqual(
      blocked.map(({ holds }) => holds.map(({ scope, level, reason }) => [scope, level, reason])),
      [
        [
          ['clauses', 2, 'copyright_notice'],
          ['edition', 1, null],
        ],
      ],
    );
    assert.equal(blocked[0]?.holds[0]?.heldClauseCount, 1);
    const readiness = await site.node.call(lead, 'projects.publishReadiness', { id: projectId });
    assert.deepEqual(readiness.holds, blocked);
  });

  it('the token is bound to the project and the held set (W15)', async () => {
    const { projectId, edition } = await createHolder('First holder');
    const other = await site.createProject('Second holder');
    await site.importStandard(other, edition.standardId);
    await world.state(edition, world.hold(edition, NOTICE));
    const { blocked, token } = await refusal(projectId);
    const acknowledgeHolds = { token, standards: listed(blocked) };
    assert.notEqual((await refusal(other, { acknowledgeHolds })).token, token);
    await world.state(edition, world.hold(edition));
    const changed = await refusal(projectId, { acknowledgeHolds });
    assert.notEqual(changed.token, token);
    await world.state(edition);
    await site.publish(projectId, { acknowledgeHolds });
  });

  it('a revoked edition is acknowledged at level 1, and not at level 2 (W6, W13)', async () => {
    const { projectId, edition } = await createHolder('Revoked edition');
    const next = await world.adopt(CANARY_CLAUSES, { page: edition.page, edition_number: 2 });
    await world.state(edition, world.hold(edition, { ...NOTICE, scope: 'edition' }));
    const { blocked, token } = await refusal(projectId);
    assert.deepEqual(
      blocked.map(({ level, fix, acknowledgeable, holdingScope }) => [
        level,
        fix,
        acknowledgeable,
        holdingScope,
      ]),
      // A later edition is offered only once a moderator has marked it.
      [[1, 'remove_or_swap', true, null]],
    );
    const whole = { scope: 'edition', replacement_adopted_revision_id: next.edition } as const;
    await world.state(edition, world.hold(edition, whole));
    const withheld = await refusal(projectId, { acknowledgeHolds: { token, standards: listed(blocked) } });
    assert.equal(withheld.blocked[0]?.acknowledgeable, false);
    assert.equal(withheld.blocked[0]?.fix, 'upgrade');
    const { code } = await world
      .read(edition.standardId, {})
      .then(({ revision }) => revision ?? { code: '' });
    assert.deepEqual(withheld.blocked[0]?.replacement, {
      adoptedRevisionId: next.edition,
      revisionId: next.revisionId,
      code,
    });
    const standards = listed(withheld.blocked);
    await refusal(projectId, { acknowledgeHolds: { token: withheld.token, standards } });
    await world.state(
      edition,
      world.hold(edition, { scope: 'standard' }),
      world.hold(next, { scope: 'standard' }),
    );
    const { blocked: lost } = await refusal(projectId);
    assert.deepEqual([lost[0]?.holdingScope, lost[0]?.fix], ['standard', 'remove_or_swap']);
    await world.state(edition, world.hold(edition, whole));
    await site.node.call(lead, 'projects.standardRevisions.apply', {
      id: projectId,
      changes: [{ standardId: edition.standardId, toStandardRevisionId: next.revisionId }],
    });
    await site.publish(projectId);
  });

  it('of several holds on a standard the row tells the strongest, and nothing of the others (W6, W15)', async () => {
    const { projectId, edition } = await createHolder('Held twice');
    const whole = world.hold(edition, { ...NOTICE, scope: 'standard' });
    const clause = world.hold(edition);
    const rows = async () =>
      (await refusal(projectId)).blocked.map((row) => [
        row.holdingScope,
        row.level,
        row.heldClauseAddresses,
        row.heldClauseCount,
        row.acknowledgeable,
      ]);
    await world.state(edition, whole, clause);
    assert.deepEqual(await rows(), [[null, 2, ['1.1'], 1, true]]);
    const { blocked, token } = await refusal(projectId);
    // The token stands for all of them.
    await world.state(edition, clause);
    const acknowledgeHolds = { token, standards: listed(blocked) };
    assert.notEqual((await refusal(projectId, { acknowledgeHolds })).token, token);
    const all = Object.keys(CANARY_CLAUSES);
    await world.state(edition, world.hold(edition, NOTICE), { ...whole, level: 2 });
    assert.deepEqual(await rows(), [['standard', 2, all, all.length, false]]);
    // At one level the wider one, and all clauses that are held singly.
    await world.state(edition, world.hold(edition, NOTICE), whole);
    assert.deepEqual(await rows(), [['standard', 1, all, all.length, true]]);
    await world.state(edition, clause, world.hold(edition, { ...NOTICE, addresses: ['1.2'] }));
    assert.deepEqual(await rows(), [[null, 2, ['1.1', '1.2'], 2, true]]);
  });

  it('a project publishes as before once the standard is archived in its draft (P6, W15)', async () => {
    const { projectId, edition } = await createHolder('Archived standard');
    await world.state(edition, world.hold(edition));
    await refusal(projectId);
    await site.node.call(lead, 'projects.standards.archive', {
      id: projectId,
      standardId: edition.standardId,
    });
    const { acknowledged } = await site.publish(projectId);
    assert.equal(acknowledged, undefined);
  });

  it('a revoked edition cannot be imported or pinned, a standard with held clauses can (W14)', async () => {
    const { projectId, edition } = await createHolder('Importer');
    const revoked = await world.adopt();
    await world.state(revoked, world.hold(revoked, { ...NOTICE, scope: 'edition' }));
    await expectRejection(
      site.importStandard(projectId, revoked.standardId),
      409,
      'STANDARD_UNDER_MODERATION_NOTICE',
    );
    const held = await world.adopt();
    await world.state(held, world.hold(held));
    await site.importStandard(projectId, held.standardId);
    const next = await world.adopt(CANARY_CLAUSES, { page: edition.page, edition_number: 2 });
    await world.state(edition, world.hold(next, { ...NOTICE, scope: 'edition' }));
    const change = { standardId: edition.standardId, toStandardRevisionId: next.revisionId };
    for (const id of ['projects.standardRevisions.apply', 'projects.standardRevisions.preview'] as const) {
      await expectRejection(
        site.node.call(lead, id, { id: projectId, changes: [change] }),
        409,
        'REVISION_NOT_ELIGIBLE',
      );
    }
  });

  it('no project customises from a revision under a notice, a revoked edition chosen by name is 400 (W14, S17)', async () => {
    const { projectId, edition } = await createHolder('Customiser');
    await world.state(edition, world.hold(edition, NOTICE));
    const customize = (more = {}) =>
      expectRejection(
        site.node.call(lead, 'standards.customize', {
          id: edition.standardId,
          projectId,
          name: 'Ours',
          ...more,
        }),
      );
    const held = await customize();
    assert.deepEqual([held.status, held.code], [409, 'STANDARD_UNDER_MODERATION_NOTICE']);
    await world.state(edition, world.hold(edition, { ...NOTICE, scope: 'edition' }));
    assert.equal((await customize()).code, 'STANDARD_UNDER_MODERATION_NOTICE');
    const named = await customize({ sourceRevisionId: edition.revisionId });
    assert.deepEqual([named.status, named.code], [400, 'VALIDATION_ERROR']);
  });

  it('what was published before is withheld wherever it is read, for everybody, until the hold lifts (R-144)', async () => {
    const { projectId, edition } = await createHolder('Published before');
    await site.publish(projectId);
    const { standardId } = edition;
    const reads = async (who: typeof lead) => {
      const content = await site.node.call(who, 'projects.integratedContent', { projectId, standardId });
      const found = await site.node.call(who, 'projects.integratedContent', {
        projectId,
        standardId,
        searchQuery: CANARY,
      });
      const { element_id } = (await world.read(standardId)).elements[1] ?? { element_id: 0 };
      const proof = await site.node.call(lead, 'projects.proof', {
        id: projectId,
        elementId: element_id,
      });
      const file = await site.node.call(lead, 'projects.export', { id: projectId, isVerbose: true });
      return JSON.stringify([content, found.total, proof, file]);
    };
    assert.ok((await reads(lead)).includes(CANARY));
    await world.state(edition, world.hold(edition));
    for (const who of [lead, editor, viewer]) assert.ok(!(await reads(who)).includes(CANARY));
    await expectRejection(reads(stranger), 404);
    await world.state(edition);
    assert.ok((await reads(viewer)).includes(CANARY));
  });

  it('an edition with the same held text is no fix, though it is marked as the replacement (W15)', async () => {
    const { projectId, edition } = await createHolder('Held replacement');
    const same = await world.adopt(CANARY_CLAUSES, { page: edition.page, edition_number: 2 });
    const marked = world.hold(edition, { replacement_adopted_revision_id: same.edition });
    await world.state(edition, marked);
    const { blocked } = await refusal(projectId);
    assert.deepEqual(
      blocked.map(({ fix, replacement }) => [fix, replacement?.revisionId]),
      [['remove_or_swap', same.revisionId]],
    );
  });
});
