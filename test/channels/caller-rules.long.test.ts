/**
 * Tests of what an endpoint does differently by kind of caller (key, session, assistant, MCP, bus), on every channel.
 * Parameters that only some callers may send: `restricted-parameters.long.test.ts`.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, it } from '@jest/globals';
import type { Channel } from '../../shared/kernel/auth/principal.ts';
import type { TenantResources } from '../../tools/world/population.ts';
import { eventually } from '../eventually.ts';
import { skipIf } from '../skip-if.ts';
import {
  CHANNELS,
  type ChannelCallArgs,
  type ChannelCaller,
  type ChannelResult,
  callOnChannel,
  channelCallers,
} from '../world/channels.ts';
import { RUN_MODES, useWorld } from '../world/test-world.ts';
import { createStaleRead } from './stale-read.ts';

/** What the documents say of one kind of caller beside its parameters, each on every channel. */
for (const [mode, start, skip] of RUN_MODES)
  skipIf(skip).describe(`rules that depend on the caller, ${mode}`, () => {
    const site = useWorld(start);
    let ada: TenantResources;
    let callers: Awaited<ReturnType<typeof channelCallers>>;
    beforeAll(async () => {
      ({ ada } = site);
      callers = await channelCallers(site.node, ada);
    });

    const codeOf = ({ status, body }: ChannelResult) => [status, body.code];
    const bySession = (channel: Channel, id: Parameters<typeof callOnChannel>[2], args: ChannelCallArgs) =>
      callOnChannel(callers.bySession, channel, id, args);
    const byKey = (channel: Channel, id: Parameters<typeof callOnChannel>[2], args: ChannelCallArgs) =>
      callOnChannel(callers.byKey, channel, id, args);

    it('a stale save is merged only for HTTP callers; the assistant never merges, and nothing is written (document 2, rule 6)', async () => {
      for (const channel of CHANNELS) {
        const { baseVersion, baseElements, elements } = await createStaleRead(ada);
        const before = await ada.key.call('standards.workingCopy.get', { id: ada.standardId });
        const save = { id: ada.standardId, baseVersion, baseElements, elements: elements('another clause') };
        const result = await byKey(channel, 'standards.workingCopy.save', save);
        if (channel === 'http') assert.deepEqual([result.status, result.body.merged], [200, true]);
        else {
          assert.deepEqual(
            [...codeOf(result), Object(result.body.metadata).reason],
            [409, 'EDIT_CONFLICT', 'stale'],
            channel,
          );
          assert.deepEqual(await ada.key.call('standards.workingCopy.get', { id: ada.standardId }), before);
        }
      }
    });

    it('markdown is for keys and MCP clients; the assistant and a browser must send elements (document 2, rule 7, S5)', async () => {
      const markdown =
        '# 1 Materials\n\n1.1 Cement shall be Portland cement.\n\n1.2 Concrete shall be strong.\n';
      const save = { id: ada.standardId, markdown, confirmReplace: true };
      for (const channel of ['http', 'mcp', 'bus'] as const) {
        assert.equal((await byKey(channel, 'standards.workingCopy.save', save)).status, 200, channel);
      }
      const refused = [400, 'ELEMENTS_REQUIRED'];
      assert.deepEqual(codeOf(await byKey('assistant', 'standards.workingCopy.save', save)), refused);
      assert.deepEqual(codeOf(await bySession('assistant', 'standards.workingCopy.save', save)), refused);
      assert.deepEqual(codeOf(await bySession('http', 'standards.workingCopy.save', save)), refused);
    });

    it('clause hashes of a working copy are shown only to HTTP callers: nobody else can merge with them', async () => {
      for (const channel of CHANNELS) {
        const result = await byKey(channel, 'standards.workingCopy.get', { id: ada.standardId });
        const elements: object[] = Object(result.body).elements;
        assert.deepEqual(
          elements.map((element) => 'hash' in element),
          elements.map(() => channel === 'http'),
          channel,
        );
      }
    });

    const readSheet = async () => {
      const { version, elements } = await ada.key.call('datasheets.get', { id: ada.datasheetId });
      const idAt = (at: string) => elements.find(({ address }) => address === at)?.id ?? 0;
      return { version, strength: idAt('1.2'), supplier: idAt('1.1') };
    };
    const revise = (
      element: number,
      baseVersion?: string,
      new_value: string = randomUUID(),
    ): ChannelCallArgs => ({
      id: ada.datasheetId,
      severity: 'MINOR',
      changes: [{ element_id: element, new_value }],
      ...(baseVersion === undefined ? {} : { baseVersion }),
    });

    it('keys and the assistant need baseVersion; a browser session does not (document 3, revise rule 7, R-190)', async () => {
      const { supplier } = await readSheet();
      for (const channel of CHANNELS) {
        assert.deepEqual(
          codeOf(await byKey(channel, 'datasheets.revise', revise(supplier))),
          [400, 'BASE_VERSION_REQUIRED'],
          channel,
        );
      }
      assert.deepEqual(codeOf(await bySession('assistant', 'datasheets.revise', revise(supplier))), [
        400,
        'BASE_VERSION_REQUIRED',
      ]);
      assert.equal((await bySession('http', 'datasheets.revise', revise(supplier))).status, 200);
    });

    it('the assistant never merges, any move since its read is stale; the others merge another field (document 3, revise rule 8)', async () => {
      for (const channel of CHANNELS) {
        const { version, strength, supplier } = await readSheet();
        const other = channel === 'http' || channel === 'assistant' ? '25' : '40';
        assert.equal(
          (await byKey('http', 'datasheets.revise', revise(strength, version, other))).status,
          200,
        );
        const before = await readSheet();
        const result = await byKey(channel, 'datasheets.revise', revise(supplier, version));
        if (channel === 'assistant') {
          assert.deepEqual(
            [...codeOf(result), Object(result.body.metadata).reason],
            [409, 'EDIT_CONFLICT', 'stale'],
          );
          assert.equal((await readSheet()).version, before.version, 'nothing is written');
        } else
          assert.deepEqual(
            [result.status, result.body.merged],
            [200, true],
            `${channel} ${JSON.stringify(result.body)}`,
          );
      }
    });

    it('a header save needs baseVersion on every channel (R-190)', async () => {
      for (const channel of CHANNELS) {
        const result = await byKey(channel, 'projects.edit', { id: ada.projectId, summary: 'Other words' });
        assert.deepEqual(codeOf(result), [400, 'BASE_VERSION_REQUIRED'], channel);
      }
    });

    it('only a browser session may give a project its company (document 1, authentication 7)', async () => {
      const publish = { id: ada.projectId, adopt_company_id: ada.companyId };
      const refused: [ChannelCaller, Channel][] = [
        ...CHANNELS.map((channel): [ChannelCaller, Channel] => [callers.byKey, channel]),
        [callers.bySession, 'mcp'],
        [callers.bySession, 'assistant'],
      ];
      const { principal } = callers.byKey;
      // A person without a company founds the project, so that it has none to belong to.
      const free = { ...principal, company: null, companyRole: null };
      const { id } = await site.node.call({ ...free, channel: 'http' }, 'projects.create', {
        name: 'Nobody’s',
      });
      for (const [caller, channel] of refused) {
        if (channel === 'http' || channel === 'mcp') continue;
        const result = await callOnChannel(caller, channel, 'projects.publish', { ...publish, id });
        assert.deepEqual(codeOf(result), [403, 'DELEGATED_ACCESS_REFUSED'], channel);
      }
      for (const channel of ['http', 'mcp'] as const) {
        assert.deepEqual(
          codeOf(await byKey(channel, 'projects.publish', { ...publish, id })),
          [403, 'DELEGATED_ACCESS_REFUSED'],
          channel,
        );
      }
      const result = await bySession('http', 'projects.publish', { ...publish, id });
      assert.equal(result.status, 200, JSON.stringify(result.body));
    });

    it('the audit trail names the channel and key of an action (A22, R-017)', async () => {
      for (const channel of CHANNELS) {
        const made = await byKey(channel, 'categories.create', {
          name: `By ${channel}`,
          subject_type: 'company',
        });
        assert.equal(made.status, 201, JSON.stringify(made.body));
      }
      const seen = async (): Promise<unknown[]> =>
        (
          await site.administrator.call('admin.audit.list', { action: 'categories.create', limit: 50 })
        ).entries
          .filter(({ key_id }) => key_id !== null)
          .map(({ channel }) => channel)
          .slice(0, 4);
      await eventually(async () => assert.deepEqual((await seen()).sort(), [...CHANNELS].sort()));
    });
  });
