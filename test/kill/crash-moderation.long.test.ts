/**
 * Tests in which the wiki service and the standards service are killed with -9 before and after the first commit of
 * each job that moves editions or holds between them: the decision takes effect once after the next start. Separate
 * processes over a real NATS. Runs with EVERY_STEP (`npm run dev -- kill:steps`), because each crash takes a restart.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import { ADMINISTRATOR } from '../../scripts/start/launcher/disposable-service.ts';
import { RestClient } from '../../shared/rest-client/client.ts';
import { acceptAgreement, registerAccount } from '../../tools/world/accounts.ts';
import { createProject } from '../../tools/world/projects.ts';
import { adoptPage, createWikiPage } from '../../tools/world/wiki.ts';
import { eventually } from '../eventually.ts';
import { skipIf } from '../skip-if.ts';
import { databasePrefix, missingServer, mongodbUri } from '../test-servers.ts';
import { CommandProxy } from './command-proxy.ts';
import { Deployment } from './deployment.ts';

const IN_ANOTHER_RUN =
  process.env.EVERY_STEP === undefined && 'npm run dev -- kill:steps kills at every step';
/** Every crash takes a restart of a service. */
const TIMEOUT_MS = 900_000;
/** A job whose process was killed is leased for thirty seconds. */
const SETTLE = { within: 240_000, every: 200 };
const TARGETS = ['wiki-moderation', 'standards'] as const;
type Target = (typeof TARGETS)[number];
const PROCESSES = {
  'everything else': 'gateway,identity,projects,datasheets,files,audit',
  'wiki-moderation': 'wiki-moderation',
  standards: 'standards',
};
/** At which moment of its commit a service dies. */
const CRASHES = [
  { name: 'standards', moment: 'before', isCarriedOut: false },
  { name: 'wiki-moderation', moment: 'after', isCarriedOut: true },
  { name: 'standards', moment: 'after', isCarriedOut: true },
  { name: 'wiki-moderation', moment: 'before', isCarriedOut: false },
] as const;
const WORDS = 'Mortar shall be fresh.';

skipIf(IN_ANOTHER_RUN || missingServer('NATS') || missingServer('MONGODB')).describe(
  'a service is killed in a job of moderation (R2)',
  () => {
    const prefix = databasePrefix('crash');
    const proxies = new Map<Target, CommandProxy>();
    let deployment: Deployment;
    let moderator: RestClient;
    let ada: RestClient;
    let titles = 0;

    beforeAll(async () => {
      for (const name of TARGETS)
        proxies.set(name, await CommandProxy.start(mongodbUri(), `${prefix}-${name}`));
      const variables = Object.fromEntries(
        [...proxies].map(([name, { uri }]) => [name, { MONGODB_URI: uri }]),
      );
      deployment = await Deployment.start(PROCESSES, variables, prefix);
      moderator = await new RestClient(deployment.base).openSession('account.login', ADMINISTRATOR);
      await acceptAgreement(moderator);
      await moderator.call('admin.wiki.libraries.create', { slug: 'codes', name: 'Codes' });
      ada = await registerAccount(deployment.base, 'Ada', 'Arch & Co');
    }, TIMEOUT_MS);
    afterAll(async () => {
      await deployment?.stop();
      for (const proxy of proxies.values()) await proxy.stop();
    });

    const newPage = async () => {
      titles += 1;
      const title = `Mortar ${titles}`;
      const content = `# 1 Mortar\n\n1.1 ${WORDS}\n`;
      return { title, ...(await createWikiPage(moderator, { librarySlug: 'codes', title, content })) };
    };
    /** A page with an edition in the library. */
    const newEdition = async () => {
      const page = await newPage();
      await adoptPage(moderator, page);
      const { adopted_revisions } = await moderator.call('wiki.adopted.list', { id: page.id });
      return { ...page, adoptedRevId: adopted_revisions[0]?.id ?? '', standardId: await copyOf(page.title) };
    };
    async function copyOf(search: string): Promise<number> {
      const { standards } = await ada.call('standards.list', { search, subject_type: 'global' });
      assert.equal(standards.length, 1);
      return standards[0]?.id ?? 0;
    }

    /** Kills a service at its next commit, while `act` runs, and starts it again. */
    async function crashAtCommit<T>(name: Target, isCarriedOut: boolean, act: () => Promise<T>): Promise<T> {
      const proxy = proxies.get(name);
      assert.ok(proxy);
      const { promise: killed, resolve } = Promise.withResolvers<void>();
      proxy.crashAt({ step: 'commit', isCarriedOut, crash: () => resolve(deployment.kill(name)) });
      const result = await act();
      await killed;
      proxy.disarm();
      await deployment.restart(name);
      await deployment.waitUntilHealthy();
      return result;
    }
    /** A write with an Idempotency-Key of its own. */
    const post = (path: string, body: object, key: string) => () =>
      moderator.request('POST', path, body, { 'idempotency-key': key });
    /** Sends it until it is neither lost nor under way. */
    const settle = (send: ReturnType<typeof post>) =>
      eventually(async () => {
        const { status, body } = await send();
        assert.ok(status < 300, JSON.stringify(body));
        return body;
      }, SETTLE);

    for (const { name, moment, isCarriedOut } of CRASHES)
      it(
        `${name} dies ${moment} the commit of an adoption: one edition, one revision in the library (W3, W11)`,
        async () => {
          const page = await newPage();
          const adopt = post(`/api/wiki/standards/${page.id}/direct-adopt`, {}, `adopt ${page.id}`);
          await crashAtCommit(name, isCarriedOut, adopt);
          await settle(adopt);
          await eventually(async () => {
            const { adopted_revisions, total } = await moderator.call('wiki.adopted.list', { id: page.id });
            assert.deepEqual([total, adopted_revisions[0]?.syncStatus], [1, 'done']);
          }, SETTLE);
          const id = await copyOf(page.title);
          assert.equal((await ada.call('standards.revisions', { id })).total, 1);
        },
        TIMEOUT_MS,
      );

    for (const { name, moment, isCarriedOut } of CRASHES)
      it(
        `architecture §9: ${name} dies ${moment} the commit of a hold: it is in effect once`,
        async () => {
          const { id, adoptedRevId, standardId } = await newEdition();
          const revoke = post(
            `/api/wiki/standards/${id}/adopted/${adoptedRevId}/elements/revoke`,
            { element_addresses: ['1.1'], reason_code: 'copyright_notice' },
            `hold ${id}`,
          );
          const { status } = await crashAtCommit(name, isCarriedOut, revoke);
          assert.equal(status, 503);
          // A decision that was not stored takes place when it is sent again; no other needs that.
          if (name === 'wiki-moderation' && !isCarriedOut) await settle(revoke);
          await eventually(async () => {
            const shown = JSON.stringify((await ada.request('GET', `/api/standards/${standardId}`)).body);
            assert.ok(shown.includes('Withheld clause') && !shown.includes(WORDS), shown);
          }, SETTLE);
          assert.equal((await moderator.call('wiki.moderationLog.forStandard', { id })).total, 1);
          const { adopted_revisions } = await moderator.call('wiki.adopted.list', { id });
          assert.equal(adopted_revisions[0]?.clause_holds?.length, 1);
        },
        TIMEOUT_MS,
      );

    it(
      'wiki-moderation dies after the commit of a replacement: its administrators are told once (R-141)',
      async () => {
        const { id, adoptedRevId, standardId } = await newEdition();
        await createProject(ada, { name: 'City library' }, [{ standardId }]);
        const { revisions } = await moderator.call('wiki.revisions.list', { id });
        await moderator.call('wiki.standards.update', {
          id,
          baseRevisionId: revisions[0]?.id ?? '',
          content: '# 1 Mortar\n\n1.1 Mortar shall be workable.\n',
        });
        const { adoptedRevision } = await moderator.call('wiki.standards.directAdopt', { id });
        await moderator.call('wiki.adopted.revoke', { id, adoptedRevId, reason_code: 'out_of_scope' });
        const mark = post(
          `/api/wiki/standards/${id}/adopted/${adoptedRevId}/replacement`,
          { replacement_adopted_revision_id: adoptedRevision.id },
          `replace ${id}`,
        );
        await crashAtCommit('wiki-moderation', true, mark);
        const notifications = await eventually(async () => {
          const { notifications } = await ada.call('account.notifications.list', {});
          const found = notifications.filter(({ kind }) => kind === 'replacement_marked');
          return found.length > 0 && found;
        }, SETTLE);
        assert.equal(notifications.length, 1);
      },
      TIMEOUT_MS,
    );
  },
);
