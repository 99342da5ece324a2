/**
 * Suite in which the standards service is killed with -9 at each step of a save, a publication and a merge: before each
 * command to MongoDB, and after the commit. For separate processes and for containers.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { type JsonObject, listMember, stringMember } from '../../shared/rest-client/json.ts';
import { identify, registerAccount } from '../../tools/world/accounts.ts';
import { baseOf, createStandard, publishStandard } from '../../tools/world/standards.ts';
import { eventually } from '../eventually.ts';
import { skipIf } from '../skip-if.ts';
import { COMMIT, type CommandProxy } from './command-proxy.ts';

/** Every step takes a restart of the service. */
const TIMEOUT_MS = 15 * 60_000;

/** A deployment whose standards service reaches MongoDB through a proxy. */
export interface CrashTarget {
  base: string;
  proxy: CommandProxy;
  /** Kills the standards service with -9. */
  kill(): Promise<void>;
  /** Starts it again. Returns when every service responds. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A standard that is ready for an operation, and the request of the operation. */
interface Prepared {
  id: number;
  request: { method: string; path: string; body: JsonObject };
}

/** What everybody can see of a standard, without the parts that differ between two standards. */
interface Seen {
  revisions: string[];
  published: string[];
  /** Null without a working copy. */
  working: string[] | null;
  merged: boolean;
}

/** @param missing why the suite cannot run here; false where it can */
export function describeCrashSteps(
  title: string,
  missing: string | false,
  start: () => Promise<CrashTarget>,
): void {
  skipIf(missing).describe(title, () => {
    let target: CrashTarget;
    let ada: RestClient;
    let categoryId: number;
    let companyId: number;
    let sourceId: number;
    let names = 0;

    const text = (...contents: string[]) => ({
      elements: contents.map((content, index) => ({ address: `${index + 1}`, content })),
    });
    const about = () => {
      names += 1;
      return { name: `Standard ${names}`, category_id: categoryId, subject_type: 'company' } as const;
    };

    beforeAll(async () => {
      target = await start();
      ada = await registerAccount(target.base, 'Ada', 'Arch & Co');
      companyId = (await identify(ada)).companyId;
      categoryId = (await ada.call('categories.create', { name: 'Masonry', subject_type: 'company' })).id;
      const source = await createStandard(ada, about(), text('Mortar is M5.', 'Bricks are dry.'));
      sourceId = source.id;
      await publishStandard(ada, sourceId);
    }, TIMEOUT_MS);
    afterAll(() => target?.stop(), TIMEOUT_MS);

    async function prepareSave(): Promise<Prepared> {
      const { id } = await createStandard(ada, about(), text('Mortar is M5.'));
      // With what it read, a save that is sent again is merged with itself.
      const base = baseOf(await ada.call('standards.workingCopy.get', { id }));
      const body = { ...base, ...text('Mortar is M10.', 'Joints are 10 mm.') };
      return { id, request: { method: 'PUT', path: `/api/standards/${id}/working-copy`, body } };
    }

    async function preparePublish(): Promise<Prepared> {
      const { id } = await createStandard(ada, about(), text('Mortar is M5.'));
      return { id, request: { method: 'POST', path: `/api/standards/${id}/publish`, body: {} } };
    }

    async function prepareMerge(): Promise<Prepared> {
      const { id } = await ada.call('standards.customize', {
        id: sourceId,
        name: about().name,
        companyId,
      });
      await publishStandard(ada, sourceId, {}, text(`Mortar is M${names}.`, 'Bricks are dry.'));
      const { planHash } = await ada.call('standards.mergePlan', { id });
      const body = { planHash, resolutions: {} };
      return { id, request: { method: 'POST', path: `/api/standards/${id}/merge`, body } };
    }

    async function see(id: number): Promise<Seen> {
      const contents = (shown: JsonObject) =>
        listMember(shown, 'elements').map((element) => stringMember(element, 'content'));
      const { revisions } = await ada.call('standards.revisions', { id });
      const open = await ada.request('GET', `/api/standards/${id}/working-copy`);
      const { isCustomized, fromRevision, baseRevision, toRevision } = await ada.call('standards.mergePlan', {
        id,
      });
      return {
        revisions: revisions.map(({ code }) => code),
        published: contents(await ada.get(`/api/standards/${id}`)),
        working: open.status === 200 ? contents(open.body) : null,
        merged: isCustomized && fromRevision !== null && baseRevision?.id === toRevision?.id,
      };
    }

    /** Kills the service at a step, and starts it again. @returns the steps up to there */
    async function crashAt(
      step: number | 'commit',
      isCarriedOut: boolean,
      { id, request: { method, path, body } }: Prepared,
    ): Promise<string[]> {
      const before = await see(id);
      const { promise: killed, resolve } = Promise.withResolvers<void>();
      const { proxy } = target;
      proxy.crashAt({ step, isCarriedOut, crash: () => resolve(target.kill()) });
      const send = () => ada.request(method, path, body, { 'idempotency-key': `crash-${id}` });
      const response = await send();
      const { steps } = proxy;
      const place = `${isCarriedOut ? 'after' : 'before'} the last of ${steps}: ${JSON.stringify(response.body)}`;
      // Reads that came from a cache: the write was done before it had so many steps.
      if (steps.includes(COMMIT) && typeof step === 'number' && step > steps.length) {
        proxy.disarm();
        assert.ok(response.status < 300, place);
        return steps;
      }
      assert.equal(response.status, 503, place);
      await killed;
      proxy.disarm();
      await target.restart();
      const seen = await see(id);
      // Sent again until it is neither lost nor under way: it takes place once.
      const again = await eventually(
        async () => {
          const result = await send();
          const isUnderWay = result.status === 503 || result.body.code === 'IDEMPOTENCY_IN_PROGRESS';
          return !isUnderWay && result;
        },
        { every: 200 },
      );
      assert.ok(again.status < 300, `${place}, then ${JSON.stringify(again.body)}`);
      const after = await see(id);
      assert.notDeepEqual(after, before);
      const carriedOut = isCarriedOut ? steps : steps.slice(0, -1);
      assert.deepEqual(seen, carriedOut.includes(COMMIT) ? after : before, place);
      return steps;
    }

    /**
     * Before each step, and after the commit: after any other step is before the next one. Two reads may share a
     * query or come from a cache, so the commit is not always the same step.
     */
    async function crashAtEveryStep(prepare: () => Promise<Prepared>): Promise<void> {
      for (let step = 1, steps: string[] = []; !steps.includes(COMMIT); step += 1)
        steps = await crashAt(step, false, await prepare());
      await crashAt('commit', false, await prepare());
      await crashAt('commit', true, await prepare());
    }

    it('a save is done or not done (R2)', () => crashAtEveryStep(prepareSave), TIMEOUT_MS);

    it('a publication is done or not done (R2)', () => crashAtEveryStep(preparePublish), TIMEOUT_MS);

    it('a merge is done or not done (R2)', () => crashAtEveryStep(prepareMerge), TIMEOUT_MS);
  });
}
