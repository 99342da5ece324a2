/**
 * Tests in which the datasheets service and the projects service, in both of which a revise writes, are killed with
 * -9 after their first commit; with EVERY_STEP (`npm run dev -- kill:steps`) before each command to MongoDB as well,
 * and until all is settled. Separate processes over a real NATS.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { registerAccount } from '../../tools/world/accounts.ts';
import { createDatasheets, createProject } from '../../tools/world/projects.ts';
import { createStandard, publishStandard } from '../../tools/world/standards.ts';
import { eventually } from '../eventually.ts';
import { skipIf } from '../skip-if.ts';
import { databasePrefix, missingServer, mongodbUri } from '../test-servers.ts';
import { CommandProxy } from './command-proxy.ts';
import { Deployment } from './deployment.ts';

const EVERY_STEP = process.env.EVERY_STEP !== undefined;
/** Every step takes a restart of the service. */
const TIMEOUT_MS = 1_200_000;
/** What was cut off is settled after a minute, by a run each minute. */
const SETTLE_MS = 240_000;
/** More than a revise sends. */
const MAX_STEPS = 30;
const TARGETS = ['datasheets', 'projects'] as const;
type Target = (typeof TARGETS)[number];
const PROCESSES = {
  'everything else': 'gateway,identity,standards,wiki-moderation,files,audit',
  datasheets: 'datasheets',
  projects: 'projects',
};

interface Sheet {
  id: number;
  elementId: number;
}

/** A datasheet whose revise was cut off, and what it showed afterwards. */
interface CutOff {
  sheet: Sheet;
  isRevised: boolean;
  place: string;
}

skipIf(missingServer('NATS') || missingServer('MONGODB')).describe(
  'a service is killed at a step of a revise (R2)',
  () => {
    const prefix = databasePrefix('crash');
    const proxies = new Map<Target, CommandProxy>();
    const cutOffs: CutOff[] = [];
    let deployment: Deployment;
    let ada: RestClient;
    let client: MongoClient;
    let about: { project_id: number; standard_id: number };

    beforeAll(async () => {
      for (const name of TARGETS)
        proxies.set(name, await CommandProxy.start(mongodbUri(), `${prefix}-${name}`));
      const variables = Object.fromEntries(
        [...proxies].map(([name, { uri }]) => [name, { MONGODB_URI: uri }]),
      );
      client = await MongoClient.connect(mongodbUri());
      deployment = await Deployment.start(PROCESSES, variables, prefix);
      ada = await registerAccount(deployment.base, 'Ada', 'Arch & Co');
      const inCompany = { subject_type: 'company' } as const;
      const { id: category_id } = await ada.call('categories.create', { name: 'Masonry', ...inCompany });
      const { id: standardId } = await createStandard(
        ada,
        { name: 'Mortar', category_id, ...inCompany },
        {
          elements: [{ address: '1', content: 'Mortar has a strength.' }],
          datasheetElements: [{ element_address: '1', label: 'Strength', input_type: 'text' }],
        },
      );
      await publishStandard(ada, standardId);
      const project_id = await createProject(ada, { name: 'Wall' }, [{ standardId }]);
      about = { project_id, standard_id: standardId };
    });
    afterAll(async () => {
      await deployment?.stop();
      await client?.close();
      for (const proxy of proxies.values()) await proxy.stop();
    });

    async function createSheet(name: string): Promise<Sheet> {
      // 503 while the locks of the process that was killed before last.
      const [sheet] = await eventually(() =>
        createDatasheets(ada, { ...about, elementValues: { '1': 'M5' } }, [name]),
      );
      return { id: sheet?.id ?? 0, elementId: sheet?.elements[0]?.id ?? 0 };
    }

    const sendRevise = ({ id, elementId }: Sheet) =>
      ada.request(
        'POST',
        `/api/datasheet/${id}/revise`,
        { severity: 'MINOR', changes: [{ element_id: elementId, new_value: 'M10' }] },
        { 'idempotency-key': `revise-${id}` },
      );

    /** The value and the codes of the history, both as before or both as after the revise. */
    async function isRevised({ id }: Sheet, place: string): Promise<boolean> {
      const { elements, revision } = await ada.call('datasheets.get', { id });
      const { revisions } = await ada.call('datasheets.revisions', { id });
      const seen = [elements[0]?.user_value, revision.code, revisions.length];
      const after = seen[0] === 'M10';
      assert.deepEqual(seen, after ? ['M10', '1.1.0', 2] : ['M5', '1.0.0', 1], place);
      return after;
    }

    /** Kills the service at a step of a revise, and starts it again. @returns false when the revise has no such step */
    async function crashAt(name: Target, step: number | 'commit'): Promise<boolean> {
      const proxy = proxies.get(name) ?? assert.fail();
      const sheet = await createSheet(`${name} ${step}`);
      const isCarriedOut = step === 'commit';
      const { promise: killed, resolve } = Promise.withResolvers<void>();
      proxy.crashAt({ step, isCarriedOut, crash: () => resolve(deployment.kill(name)) });
      const { status, body } = await sendRevise(sheet);
      const { steps } = proxy;
      if (step !== 'commit' && steps.length < step) {
        proxy.disarm();
        assert.equal(status, 200, JSON.stringify(body));
        return false;
      }
      await killed;
      proxy.disarm();
      await deployment.restart(name);
      await deployment.waitUntilHealthy();
      const place = `${name}, ${isCarriedOut ? 'after' : 'before'} the last of ${steps}: ${status} ${JSON.stringify(body)}`;
      const after = await isRevised(sheet, place);
      // The commit of projects moves the pointer; that of datasheets only stores what nothing points to.
      if (isCarriedOut) assert.equal(after, name === 'projects', place);
      cutOffs.push({ sheet, isRevised: after, place });
      return true;
    }

    for (const name of TARGETS) {
      it(
        `a revise is done or not done, whenever the ${name} service dies (R2)`,
        async () => {
          await crashAt(name, 'commit');
          for (let step = 1; EVERY_STEP && (await crashAt(name, step)); step += 1)
            assert.ok(step < MAX_STEPS, `a revise has more than ${step} steps`);
        },
        TIMEOUT_MS,
      );
    }

    if (!EVERY_STEP) return;
    it(
      'what was cut off is swept or completed, is as it was, and sent again takes place once (R2, H40)',
      async () => {
        const places = cutOffs.map(({ place }) => place).join('\n');
        assert.ok(cutOffs.length > 3 * TARGETS.length, places);
        const database = client.db(`${prefix}-datasheets`);
        const settled = async () =>
          assert.equal(await database.collection('pending_draft_moves').countDocuments(), 0);
        await eventually(settled, { within: SETTLE_MS, every: 1_000 });
        for (const { sheet, isRevised: before, place } of cutOffs) {
          assert.equal(await isRevised(sheet, place), before, place);
          const stored = await database
            .collection('datasheet_revisions')
            .countDocuments({ datasheet_id: sheet.id });
          assert.equal(stored, before ? 2 : 1, `no orphan, ${place}`);
          const again = await sendRevise(sheet);
          assert.equal(again.status, 200, `${place}, then ${JSON.stringify(again.body)}`);
          assert.ok(await isRevised(sheet, place), place);
        }
        const audit = client.db(`${prefix}-audit`).collection('entries');
        await eventually(async () => {
          for (const { sheet, place } of cutOffs) {
            const of = { action: 'datasheets.revise', 'resource.id': sheet.id };
            assert.equal(await audit.countDocuments(of), 1, place);
          }
        });
      },
      TIMEOUT_MS,
    );
  },
);
