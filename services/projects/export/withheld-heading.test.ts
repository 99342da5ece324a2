/** Tests that an export still verifies when a heading in it is withheld by a hold. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { anonymous, lead } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { CANARY, HoldsWorld } from '../../../test/world/holds.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import { jsVerdict } from '../../../test/world/verifiers.ts';

describe('an export with a heading under a hold (W13)', () => {
  const site = ProjectsWorld.use();
  const world = new HoldsWorld(site.node);

  const clause = (address: string, kind: 'section' | 'clause', toc_content: string, content: string) => ({
    address,
    kind,
    toc_content,
    content,
  });

  /** A published project on an edition with the canary in a heading and in the text under it. */
  async function publishHeld(name: string) {
    const edition = await world.adopt(
      {},
      {
        elements: [
          { ...clause('1', 'section', `Heading ${CANARY}`, `Covers ${CANARY}.`), label: `PART ${CANARY}` },
          clause('1.1', 'section', 'Products', ''),
          clause('1.1.1', 'clause', '', 'Ok.'),
          clause('2', 'section', 'Execution', ''),
        ],
      },
    );
    const projectId = await site.createProject(name);
    await site.importStandard(projectId, edition.standardId);
    await site.publish(projectId);
    return { edition, projectId };
  }

  const exportOf = (id: number) => site.node.call(lead, 'projects.export', { id });
  const verdictOf = async (file: object): Promise<string> =>
    jsVerdict([Buffer.from(JSON.stringify(file))], await site.node.call(anonymous, 'certificates.keys', {}));

  it('verifies before, during and after the hold; what is signed stays the same and has no words of it', async () => {
    const { edition, projectId } = await publishHeld('Withheld after its publish');
    const before = await exportOf(projectId);
    assert.ok(JSON.stringify(before.sections).includes(CANARY));
    assert.ok(!before.content?.includes(CANARY));
    assert.equal(await verdictOf(before), 'verified');

    await world.state(edition, world.hold(edition, { addresses: ['1'] }));
    const during = await exportOf(projectId);
    assert.ok(!JSON.stringify(during).includes(CANARY));
    assert.deepEqual(
      [during.content, during.certificate, during.signature],
      [before.content, before.certificate, before.signature],
    );
    const rowAt = (address: string | null) =>
      during.sections.find((row) => row.standard_id !== null && row.address === address);
    const [standard, held, below, after] = [null, '1', '1.1', '2'].map(rowAt);
    assert.deepEqual(
      [held?.heading_path.at(-1), held?.scope_statement, held?.withheld, held?.salt],
      ['Withheld clause', '', true, undefined],
    );
    assert.deepEqual(below?.heading_path.slice(-2), ['Withheld clause', 'Products']);
    for (const row of [standard, below, after]) assert.match(row?.salt ?? '', /^[0-9a-f]{64}$/);
    assert.equal(await verdictOf(during), 'verified');
    const forged = structuredClone(during);
    Object.assign(forged.sections.find(({ withheld }) => withheld) ?? {}, {
      scope_statement: `Covers ${CANARY}.`,
      withheld: undefined,
    });
    assert.equal(await verdictOf(forged), 'shown-differs', 'a guess cannot be checked without its salt');

    await world.state(edition);
    const lifted = await exportOf(projectId);
    assert.deepEqual(lifted, before);
  });

  it('the hash of a withheld clause has a salt that no proof shows (C3)', async () => {
    const { edition, projectId } = await publishHeld('Short clause');
    const { elements } = await world.read(edition.standardId);
    const elementId = elements.find(({ address }) => address === '1.1.1')?.element_id ?? 0;
    const proofOf = () => site.node.call(lead, 'projects.proof', { id: projectId, elementId });
    const shown = await proofOf();
    assert.equal(shown.clause?.wording?.content, 'Ok.');
    await world.state(edition, world.hold(edition, { addresses: ['1.1.1'] }));
    const withheld = await proofOf();
    assert.equal(withheld.clause?.wording, null);
    assert.equal(withheld.clause?.leaf.hash, shown.clause?.leaf.hash);
    assert.ok(!JSON.stringify(withheld).includes(shown.clause?.wording?.salt ?? ''));
    assert.equal(await verdictOf(withheld), 'verified');
  });

  it('a heading that was withheld at the publish is certified all the same, and verifies once it is shown', async () => {
    const { edition, projectId } = await publishHeld('Withheld at its publish');
    await world.state(edition, world.hold(edition, { addresses: ['1'] }));
    await site.node.call(lead, 'projects.draft.create', { id: projectId });
    const { extras } = await expectRejection(site.publish(projectId));
    const { acknowledgmentToken: token } = Object(extras.metadata);
    const standards = [{ standardId: edition.standardId }];
    await site.publish(projectId, { acknowledgeHolds: { token, standards } });
    assert.equal(await verdictOf(await exportOf(projectId)), 'verified');
    await world.state(edition);
    const shown = await exportOf(projectId);
    assert.ok(JSON.stringify(shown.sections).includes(CANARY));
    assert.equal(await verdictOf(shown), 'verified');
  });
});
