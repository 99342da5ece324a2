import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { useNode } from '../../../test/service-node.ts';
import { CANARY_CLAUSES, HoldsWorld } from '../../../test/world/holds.ts';
import { CustomizationWorld } from '../customization/customization-world.fixture.ts';

const LOOKED_UP = ['clause_origins', 'page_holds'];
const READ_FROM = ['standards', 'revisions', 'contents', ...LOOKED_UP];

describe('a read of a library standard and of a copy', () => {
  const node = useNode(['standards', 'projects', 'audit']);
  const world = new HoldsWorld(node);
  const copies = new CustomizationWorld(node);

  /** The collections that the commands of some work read, one entry a command; without those of background work. */
  async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
    const { db } = await node.node.openDatabase('standards');
    assert.ok(db);
    await db.command({ profile: 0 });
    await db.dropCollection('system.profile');
    await db.command({ profile: 2 });
    await work().finally(() => db.command({ profile: 0 }));
    const rows = await db.collection<{ ns: string }>('system.profile').find({}).toArray();
    return rows.map(({ ns }) => ns.slice(ns.indexOf('.') + 1)).filter((name) => READ_FROM.includes(name));
  }
  const lookUps = (commands: readonly string[]) => commands.filter((name) => LOOKED_UP.includes(name)).sort();

  it('looks no holds up while the page has none, and each revision up once after a change of them (W5)', async () => {
    const edition = await world.adopt(CANARY_CLAUSES);
    const { id } = await copies.customize(edition.standardId);
    const readBoth = () =>
      commandsOf(async () => {
        await world.read(edition.standardId);
        await world.read(id);
      });
    const free = await readBoth();
    assert.deepEqual(lookUps(free), []);
    const again = await readBoth();
    await world.state(edition, world.hold(edition));
    assert.deepEqual(lookUps(await readBoth()), LOOKED_UP);
    assert.deepEqual(await readBoth(), again);
    assert.deepEqual(await world.held(id), { '1.1': 2 });
    await world.state(edition);
    assert.deepEqual(await readBoth(), again);
    assert.deepEqual(await world.held(id), {});
  });
});
