/**
 * Test of the database queries by which a read looks up holds: none while the page has no hold, and one for each
 * revision after its holds have changed.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { useNode } from '../../../test/service-node.ts';
import { CANARY_CLAUSES, HoldsWorld } from '../../../test/world/holds.ts';
import { CustomizationWorld } from '../customization/customization-world.fixture.ts';

const LOOKED_UP = ['clause_origins', 'page_holds'];

describe('what a read of a library standard and of a copy looks up of holds', () => {
  const node = useNode(['standards', 'projects', 'audit']);
  const world = new HoldsWorld(node);
  const copies = new CustomizationWorld(node);

  /** The collections of the looking up that some work reads. */
  async function lookUpsOf(work: () => Promise<unknown>): Promise<string[]> {
    const { db } = await node.node.openDatabase('standards');
    assert.ok(db);
    await db.command({ profile: 0 });
    await db.dropCollection('system.profile');
    await db.command({ profile: 2 });
    await work().finally(() => db.command({ profile: 0 }));
    const rows = await db.collection<{ ns: string }>('system.profile').find({}).toArray();
    const read = new Set(rows.map(({ ns }) => ns.slice(ns.indexOf('.') + 1)));
    return LOOKED_UP.filter((name) => read.has(name));
  }

  it('looks no holds up while the page has none, and each revision up once after a change of them (W5)', async () => {
    const edition = await world.adopt(CANARY_CLAUSES);
    const { id } = await copies.customize(edition.standardId);
    const readBoth = async () => {
      await world.read(edition.standardId);
      await world.read(id);
    };
    assert.deepEqual(await lookUpsOf(readBoth), []);
    // The search index may be the first that reads them after the statement.
    const stateAndRead = () => world.state(edition, world.hold(edition)).then(readBoth);
    assert.deepEqual(await lookUpsOf(stateAndRead), LOOKED_UP);
    assert.deepEqual(await lookUpsOf(readBoth), []);
    assert.deepEqual(await world.held(id), { '1.1': 2 });
    await world.state(edition);
    assert.deepEqual(await lookUpsOf(readBoth), []);
    assert.deepEqual(await world.held(id), {});
  });
});
