/**
 * Test fixture: library copies of wiki pages, and the holds that moderators put on them, by the internal actions of
 * standards.
 */
import { randomUUID } from 'node:crypto';
import type { InputOf } from '../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../shared/contracts/index.ts';
import type { Principal } from '../../shared/kernel/auth/principal.ts';
import { lead, wikiService } from '../people.ts';
import type { TestNode } from '../service-node.ts';
import { adoptEdition, clause, type EditionInput, section } from './editions.ts';

type HoldInput = InputOf<EndpointMap['standards.setPageHolds']>['holds'][number];

/** A copied edition of a page. */
export interface AdoptedEdition {
  page: string;
  /** The adopted revision. */
  edition: string;
  standardId: number;
  revisionId: number;
}

/** The time of the notices. */
export const NOTICE_AT = new Date('2026-10-01T08:00:00.000Z');

/** The words that a withheld clause must not show anywhere. */
export const CANARY = 'canarium ovatum';

/** Two clauses and a note below a section; the text of 1.1 has the canary, as its heading and its printed number have. */
export const CANARY_CLAUSES: Record<string, string> = {
  '1': '',
  '1.1': `Nuts of ${CANARY} shall be dry.`,
  '1.2': 'Water shall be clean.',
  '1.3': 'Sand shall be washed.',
};

export class HoldsWorld {
  readonly node: TestNode;
  readonly #versions = new Map<string, number>();

  constructor(node: TestNode) {
    this.node = node;
  }

  /** Copies an edition: the first of a new page, or a further one. */
  async adopt(
    words: Record<string, string> = CANARY_CLAUSES,
    more: EditionInput = {},
  ): Promise<AdoptedEdition> {
    const elements = Object.entries(words).map(([address, content]) =>
      content === ''
        ? section(address, 'Materials')
        : content.includes(CANARY)
          ? { ...clause(address, content, `Heading ${CANARY}`), label: `No. ${CANARY}` }
          : clause(address, content),
    );
    const { revision, ...copied } = await adoptEdition(this.node, { elements, ...more });
    return { ...copied, revisionId: revision.id };
  }

  /** A hold on an edition; by default clause 1.1 is withheld. */
  hold({ edition }: Pick<AdoptedEdition, 'edition'>, more: Partial<HoldInput> = {}): HoldInput {
    const scope = more.scope ?? 'clauses';
    return {
      id: randomUUID(),
      adopted_revision_id: edition,
      scope,
      addresses: scope === 'clauses' ? ['1.1'] : [],
      level: 2,
      level2_at: NOTICE_AT.toISOString(),
      reason_code: 'copyright_notice',
      notice_at: NOTICE_AT.toISOString(),
      replacement_adopted_revision_id: null,
      ...more,
    };
  }

  /** States the holds of a page; without any, all are lifted. */
  async state({ page }: Pick<AdoptedEdition, 'page'>, ...holds: HoldInput[]) {
    const version = (this.#versions.get(page) ?? 0) + 1;
    this.#versions.set(page, version);
    return this.node.call(wikiService, 'standards.setPageHolds', { wiki_standard_id: page, version, holds });
  }

  /** A standard as read, in its verbose form. */
  async read(id: number, more: { revisionId?: number } = {}, who: Principal = lead) {
    const shown = await this.node.call(who, 'standards.get', { id, ...more });
    if (!('elements' in shown)) throw new Error('not the verbose form');
    return shown;
  }

  /** The notices on the clauses of a standard, by address. */
  async notices(id: number, more: { revisionId?: number } = {}) {
    const { elements } = await this.read(id, more);
    return Object.fromEntries(
      elements.flatMap(({ address, moderation }) => (moderation ? [[address, moderation]] : [])),
    );
  }

  /** The addresses of the held clauses with their levels. */
  async held(id: number, more: { revisionId?: number } = {}): Promise<Record<string, number>> {
    const notices = await this.notices(id, more);
    return Object.fromEntries(Object.entries(notices).map(([address, { level }]) => [address, level]));
  }
}
