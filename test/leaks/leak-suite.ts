/**
 * The leak test in any run mode: every endpoint of the contract and every MCP tool × every caller, before, during and
 * after a hold on clauses with canary words, at both levels. At level 2 no response has one of them. At no time has a
 * response to somebody outside the company the private words of the copy and its project, or one to anybody but a
 * moderator the note on the reason.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import { type PublishedEndpoint, publishedEndpoints } from '../../shared/contracts/published-endpoints.ts';
import type { TenantResources } from '../../tools/world/population.ts';
import type { MatrixCaller, RunningMatrixWorld } from '../matrix/callers.ts';
import type { MatrixRequest } from '../matrix/request-details.ts';
import { matrixRequestPath, sendMatrixRequest } from '../matrix/send-request.ts';
import { skipIf } from '../skip-if.ts';
import { contentOf } from '../words-in-file.ts';
import { isLongRun } from '../world/share-of.ts';
import { chosenVariants, heldRequests, isRead, type VariantSelection } from './held-requests.ts';
import {
  addHeldResources,
  CANARIES,
  HELD_ADDRESSES,
  type HeldWorld,
  PRIVATE_WORDS,
  REASON_WORD,
} from './held-world.ts';
import { assertResourcesHave, assertResourcesLack, assertSealsSurviveMarkup } from './resource-requests.ts';
import { callTool, isTool, type ToolForm, toolForms } from './tool-requests.ts';

/** A response with a canary word. */
interface Leak {
  endpoint: string;
  caller: string;
  request: string;
  words: string[];
}

/** Callers of the leak test: all, one key of each role, or those who read most and least. */
type LeakCallers = 'every caller' | 'one key of each role' | 'owner and public';

interface LeakSelection {
  callers: LeakCallers;
  /** Whether reads are also tried with optional parameters: a share of them, all in the long run. */
  variants: boolean;
  /** Whether writes are tried too, and reads about the library as well as about the copy. */
  isWhole: boolean;
  skip?: boolean | string;
}

const OWNER = 'administrator, full key';
const OWNER_AND_PUBLIC: ReadonlySet<string> = new Set([OWNER, 'no credential']);
/**
 * Callers whose reads are tried with optional parameters, and whose tools are called. A short run takes the owner, who
 * may read all that members may read.
 */
const THOROUGH_CALLERS: ReadonlySet<string> = new Set(isLongRun ? [OWNER, 'viewer, full key'] : [OWNER]);

const published = publishedEndpoints().filter(({ spec }) => !spec.closed);

/**
 * What reads may show to site administrators: a hidden wiki revision, as to all moderators of its page, since a
 * hold binds standards, projects and editions, not the page; and the name of a file in the audit trail.
 */
const SHOWN_TO_SITE_ADMINISTRATORS: Readonly<Record<string, readonly string[]>> = {
  'wiki.revisions.get': CANARIES,
  'wiki.revisions.diff': CANARIES,
  'admin.audit.list': [PRIVATE_WORDS.file],
};

const PRIVATE: readonly string[] = Object.values(PRIVATE_WORDS);

/** The words, besides the canaries, that a caller may not read at any time. */
const forbiddenTo = ({ roleInCompany, siteRoles }: MatrixCaller): readonly string[] => [
  ...(roleInCompany === null ? PRIVATE : []),
  ...(siteRoles.length === 0 ? [REASON_WORD] : []),
];

/** The headers without the query of links, which is that of the request. */
const shownHeaders = (headers: Headers): string[][] =>
  [...headers].map(([name, value]) => [name, name === 'link' ? value.replaceAll(/\?[^>]*/g, '') : value]);

/** Declares the suite over a world that `start` starts. */
export function describeLeaks(
  mode: string,
  start: () => Promise<RunningMatrixWorld>,
  { callers: selection, variants, isWhole, skip = false }: LeakSelection,
): void {
  skipIf(skip).describe(`text under a hold, ${mode}`, () => {
    const tried = isWhole ? published : published.filter(isRead);
    let running: RunningMatrixWorld;
    let site: HeldWorld;
    let looked = 0;
    const askedTools = new Set<string>();
    beforeAll(async () => {
      running = await start();
      site = await addHeldResources(running.world);
    });
    afterAll(() => running.stop());

    /** The responses with one of the words of one endpoint about one set of resources. */
    async function findWords(
      route: PublishedEndpoint,
      of: TenantResources,
      callers: readonly MatrixCaller[],
      wordsFor: (caller: MatrixCaller) => readonly string[],
      withVariants: VariantSelection = variants ? 'a share' : 'none',
    ): Promise<Leak[]> {
      const leaks: Leak[] = [];
      /** @returns whether the request was refused, so that it has changed nothing */
      const ask = async (
        caller: MatrixCaller,
        request: MatrixRequest,
        form: ToolForm | null,
        accept = 'application/json',
      ): Promise<boolean> => {
        const byTool = form !== null;
        const client = request.endsSession && caller.signIn ? await caller.signIn() : caller.client;
        const { status, headers, body } = byTool
          ? await callTool(client, route, request, form)
          : await sendMatrixRequest(client, request, { accept });
        looked += 1;
        if (byTool) askedTools.add(route.id);
        const text = JSON.stringify([shownHeaders(headers), contentOf(body)]).toLowerCase();
        // What was searched for is named in the response.
        const sent = JSON.stringify([request.query, request.body]).toLowerCase();
        const sought = wordsFor(caller);
        const words = sought.filter((word) => text.includes(word) && !sent.includes(word));
        // A tool has its result twice, as text and as an object.
        const echoes = byTool ? 2 : 1;
        const found = sought.filter((word) => sent.includes(word) && text.split(word).length > echoes + 1);
        if (words.length + found.length > 0)
          leaks.push({
            endpoint: byTool ? `tool ${route.id}` : route.id,
            caller: caller.name,
            request: `${request.method} ${matrixRequestPath(request)}`,
            words: [...words, ...found],
          });
        return status >= 400 || (byTool && Object(body.result).isError === true);
      };
      let isPrepared = false;
      const at = published.indexOf(route) + (of === site.held.library ? 1 : 0);
      for (const caller of callers) {
        const channels = [null, ...(isTool(route) && callsTools(caller) ? toolForms(route) : [])];
        if (isRead(route)) {
          const selection = THOROUGH_CALLERS.has(caller.name) ? withVariants : 'none';
          const sent = chosenVariants(heldRequests(route, of, site.held), selection, at);
          for (const form of channels) await Promise.all(sent.map((request) => ask(caller, request, form)));
          if (route.spec.markdown)
            await Promise.all(sent.map((request) => ask(caller, request, null, 'text/markdown')));
          continue;
        }
        for (const form of channels) {
          if (!isPrepared) await heldRequests(route, of, site.held)[0]?.before?.();
          // What was prepared may have another id.
          const [request] = heldRequests(route, of, site.held);
          if (request) isPrepared = await ask(caller, request, form);
        }
      }
      return leaks;
    }

    const isChosen = ({ name, credential }: MatrixCaller): boolean => {
      if (selection === 'owner and public') return OWNER_AND_PUBLIC.has(name);
      return selection === 'every caller' || credential !== 'session';
    };
    /** A tool call passes through the same action as its HTTP request, so a short run tries tools by two callers. */
    const callsTools = ({ name, credential }: MatrixCaller): boolean =>
      credential === 'key' && (selection === 'every caller' || THOROUGH_CALLERS.has(name));
    const owner = (): MatrixCaller[] => site.callers.filter(({ name }) => name === OWNER);

    /** The reads in whose responses the owner finds one of the words. */
    async function ownReads(
      words: readonly string[],
      routes = published.filter(isRead),
      withVariants?: VariantSelection,
    ): Promise<Leak[]> {
      const found: Leak[] = [];
      for (const route of routes)
        for (const target of [site.held.copy, site.held.library])
          found.push(...(await findWords(route, target, owner(), () => words, withVariants)));
      return found;
    }
    const readsWith = (words: readonly string[], found: readonly Leak[]): string[] => {
      const shown = found.filter((leak) => leak.words.some((word) => words.includes(word)));
      return [...new Set(shown.map(({ endpoint }) => endpoint))].sort();
    };

    /** The clauses of the first edition: those of the second have the same words. */
    const heldClauses = () => ({
      id: site.held.resources.wiki.pageId,
      adoptedRevId: site.held.editions[0]?.editionId ?? '',
      element_addresses: [...HELD_ADDRESSES],
    });
    let before: string[] = [];
    /** Those that showed the words before the hold. */
    const shownBefore = () =>
      published.filter(({ id }) => before.includes(id) || before.includes(`tool ${id}`));
    it('is in many responses before the hold, and so are the private words', async () => {
      const found = await ownReads([...CANARIES, ...PRIVATE]);
      before = readsWith(CANARIES, found);
      const expected = [
        'standards.amendment',
        'standards.compare',
        'standards.document',
        'standards.get',
        'standards.searchContent',
        'standards.workingCopy.get',
        'tool standards.get',
        'tool standards.searchContent',
        'wiki.adopted.get',
      ];
      assert.deepEqual(
        expected.filter((id) => !before.includes(id)),
        [],
        before.join(', '),
      );
      const shown = new Set(found.flatMap(({ words }) => words).filter((word) => PRIVATE.includes(word)));
      assert.deepEqual([...shown].sort(), PRIVATE.toSorted());
    });

    it('is in the resources of MCP that show these clauses (A24)', async () => {
      const [caller] = owner();
      assert.ok(caller);
      await assertResourcesHave(caller, site.held, CANARIES);
    });

    it('is in the same responses under a notice of level 1 (W5)', async () => {
      const reason = { reason_code: 'other', reason_note: `Doubtful: ${REASON_WORD}.` } as const;
      await site.moderator.call('wiki.adopted.elements.revoke', { ...heldClauses(), ...reason });
      assert.deepEqual(readsWith(CANARIES, await ownReads(CANARIES, shownBefore())), before);
    });

    it('is held at level 2 (W5, W7)', async () => {
      const { id, adoptedRevId } = heldClauses();
      // A hold does not bind the page.
      for (const { revisionId } of site.held.editions)
        await site.moderator.call('wiki.moderation.revisionHide', {
          id,
          revId: revisionId,
          reason_code: 'copyright_notice',
        });
      const reason = { reason_code: 'other', reason_note: `Wrong: ${REASON_WORD}.` } as const;
      await site.moderator.call('wiki.adopted.revocation.update', { id, adoptedRevId, level: 2, ...reason });
    });

    it('a working copy with seals that is read and saved as markup is unchanged (S6, A24)', async () => {
      await assertSealsSurviveMarkup(site.held.copy);
    });

    for (const route of tried) {
      it(`architecture §9: ${route.id} gives it to nobody`, async () => {
        const leaks: Leak[] = [];
        const about = isRead(route) && isWhole ? [site.held.copy, site.held.library] : [site.held.copy];
        for (const target of about)
          leaks.push(
            ...(await findWords(route, target, site.callers.filter(isChosen), (caller) => [
              ...CANARIES,
              ...forbiddenTo(caller),
            ])),
          );
        const isAllowed = ({ endpoint, caller, words }: Leak): boolean => {
          const allowed = SHOWN_TO_SITE_ADMINISTRATORS[endpoint.replace('tool ', '')] ?? [];
          return caller.startsWith('site administrator') && words.every((word) => allowed.includes(word));
        };
        assert.deepEqual(
          leaks.filter((leak) => !isAllowed(leak)),
          [],
        );
      });
    }

    it('resources and prompts of MCP give it to nobody (A24)', async () => {
      for (const caller of site.callers.filter(({ credential }) => credential === 'key'))
        await assertResourcesLack(caller, site.held, [...CANARIES, ...forbiddenTo(caller)]);
    });

    it('every MCP tool was asked (A24)', () => {
      assert.deepEqual(
        tried.filter((route) => isTool(route) && !askedTools.has(route.id)).map(({ id }) => id),
        [],
      );
    });

    it('is in the same responses again once the hold is lifted', async () => {
      const why = { reason_code: 'counter_notice' } as const;
      const { id } = heldClauses();
      for (const { revisionId } of site.held.editions)
        await site.moderator.call('wiki.moderation.revisionRestore', { id, revId: revisionId, ...why });
      await site.moderator.call('wiki.adopted.elements.restore', { ...heldClauses(), ...why });
      // By any parameter: the writes of the owner have changed which words are current.
      const after = readsWith(CANARIES, await ownReads(CANARIES, shownBefore(), 'all'));
      assert.deepEqual(
        before.filter((endpoint) => !after.includes(endpoint)),
        [],
      );
      console.info(
        `text under a hold, ${mode}: ${tried.length} endpoints, ${askedTools.size} MCP tools, ${looked} responses`,
      );
    });
  });
}
