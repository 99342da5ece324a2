/** Laws of the life of a comment, over generated sequences of actions by anybody while the parties change. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import {
  COMMENT_INTENTS,
  COMMENT_PARTIES,
  type CommentIntent,
  ENDORSEMENT_STANCES,
  RESOLUTION_STATES,
  STATES_OF_INTENT,
} from '../../../shared/contracts/comment-words.ts';
import { toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import {
  type Actor,
  assertDeletable,
  type CommentChange,
  type CommentLife,
  changeText,
  type Forwarding,
  forward,
  newComment,
  type Resolution,
  resolve,
} from './comment-lifecycle.ts';
import { currentHolder, type PartyFirms, partyFirms, partyOf } from './parties.ts';

const LAW_RUNS = Number(process.env.LAW_RUNS ?? 300);

/** Persons 1 to 6; the company of each, of which some are no firm. */
const COMPANY_OF: Readonly<Record<number, number | null>> = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: null };

const anyFirm = fc.option(fc.integer({ min: 1, max: 5 }));
const anyParties: fc.Arbitrary<PartyFirms> = fc
  .record({
    owner: anyFirm,
    engineer_id: anyFirm,
    prime_contractor_id: anyFirm,
    sub_contractors: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
  })
  .map(({ owner, ...header }) => partyFirms(owner, header));

type Action =
  | { kind: 'update' }
  | { kind: 'delete' }
  | { kind: 'forward'; sent: Forwarding }
  | { kind: 'resolve'; sent: Resolution };

const text = fc.option(fc.constantFrom('Yes.', 'No.'), { nil: undefined });
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  fc.constantFrom<Action>({ kind: 'update' }, { kind: 'delete' }),
  fc
    .record({ endorsementStance: fc.constantFrom(...ENDORSEMENT_STANCES), company: anyFirm })
    .map(({ endorsementStance, company }): Action => {
      const target = company === null ? {} : { targetCompanyId: company };
      return { kind: 'forward', sent: { endorsementStance, ...target } };
    }),
  fc
    .record({ state: fc.constantFrom(...RESOLUTION_STATES), answer: text, counter: text })
    .map(({ state, answer, counter }): Action => {
      const texts = {
        ...(answer === undefined ? {} : { answerBody: answer }),
        ...(counter === undefined ? {} : { counterBody: counter }),
      };
      return { kind: 'resolve', sent: { state, ...texts } };
    }),
);

/** One action by one person. The parties change only sometimes. */
const anyStep = fc.record({
  person: fc.integer({ min: 1, max: 6 }),
  action: anyAction,
  parties: fc.option(anyParties, { freq: 8 }),
});

const actor = (person: number, firms: PartyFirms, at: number): Actor => ({
  person: { userId: person, displayName: `Person ${person}` },
  party: partyOf(firms, { companyId: COMPANY_OF[person] ?? null, isLead: person === 1 }),
  firms,
  at: new Date(at),
});

/** Codes that an action may be refused with. */
const REFUSALS: Readonly<Record<Action['kind'], readonly string[]>> = {
  update: ['NOT_AUTHOR', 'COMMENT_PROPAGATED', 'COMMENT_RESOLVED'],
  delete: ['NOT_AUTHOR', 'COMMENT_PROPAGATED'],
  forward: ['COMMENT_NOT_HELD', 'COMMENT_RESOLVED', 'NO_UPSTREAM_PARTY', 'WRONG_TARGET'],
  resolve: ['COMMENT_NOT_HELD', 'VALIDATION_ERROR', 'COMMENT_RESOLVED'],
};

/** The change of an action; null: the comment is deleted. */
function decide(comment: CommentLife, action: Action, by: Actor): CommentChange | null {
  switch (action.kind) {
    case 'update':
      return changeText(comment, 'Another text', by);
    case 'delete':
      assertDeletable(comment, by);
      return null;
    case 'forward':
      return forward(comment, action.sent, by);
    case 'resolve':
      return resolve(comment, action.sent, by);
  }
}

interface Step {
  action: Action;
  by: Actor;
  before: CommentLife;
  /** Null when it was deleted. */
  after: CommentLife | null;
}

/** Plays the steps on a new comment until it is deleted. @returns the steps that were not refused */
function play(
  intent: CommentIntent,
  author: number,
  parties: PartyFirms,
  steps: readonly { person: number; action: Action; parties: PartyFirms | null }[],
): { comment: CommentLife; taken: Step[] } {
  let firms = parties;
  let comment = newComment({ intent, body: 'A text' }, actor(author, firms, 0));
  const taken: Step[] = [];
  for (const [at, step] of steps.entries()) {
    firms = step.parties ?? firms;
    const by = actor(step.person, firms, at + 1);
    let change: CommentChange | null;
    try {
      change = decide(comment, step.action, by);
    } catch (error) {
      const { code } = toErrorInfo(error);
      assert.ok(REFUSALS[step.action.kind].includes(code), `${step.action.kind}: ${code}`);
      continue;
    }
    const after = change && { ...comment, ...change };
    taken.push({ action: step.action, by, before: comment, after });
    if (!after) break;
    comment = after;
  }
  return { comment, taken };
}

const anyLife = fc.record({
  intent: fc.constantFrom(...COMMENT_INTENTS),
  author: fc.integer({ min: 1, max: 6 }),
  parties: anyParties,
  steps: fc.array(anyStep, { maxLength: 30 }),
});

const check = (law: (life: ReturnType<typeof play>) => void): void =>
  fc.assert(
    fc.property(anyLife, ({ intent, author, parties, steps }) => law(play(intent, author, parties, steps))),
    { numRuns: LAW_RUNS },
  );

describe('laws of comments', () => {
  it('no sequence of actions leaves a state that is illegal for the intent (R-128, R-130)', () => {
    check(({ comment, taken }) => {
      for (const { state, history, intent } of [comment, ...taken.flatMap(({ after }) => after ?? [])]) {
        if (history.length === 0) assert.equal(state, 'open');
        else assert.ok(STATES_OF_INTENT[intent].some((legal) => legal === state));
        assert.equal(state, history.at(-1)?.state ?? 'open');
      }
    });
  });

  it('one party holds it, it moves upstream alone, and nobody else forwards or resolves (R-129, R-131)', () => {
    check(({ taken }) => {
      for (const { action, by, before, after } of taken) {
        const holders = COMMENT_PARTIES.filter((party) => party === currentHolder(by.firms, before.held_by));
        assert.equal(holders.length, 1);
        const [holder] = holders;
        if (action.kind === 'forward') {
          assert.ok(after);
          const [from, to] = [before, after].map(({ held_by }) => COMMENT_PARTIES.indexOf(held_by));
          assert.ok(from !== undefined && to !== undefined && to > from);
          assert.equal(by.party, holder);
        } else {
          assert.equal(after?.held_by ?? before.held_by, before.held_by);
        }
        if (action.kind === 'resolve') assert.equal(by.party, holder);
      }
    });
  });

  it('no hop and no resolution is ever lost or changed; no forwarded comment is deleted (P11, Y14)', () => {
    check(({ taken }) => {
      for (const { action, before, after } of taken) {
        if (!after) {
          assert.deepEqual(before.hops, []);
          continue;
        }
        assert.deepEqual(after.hops.slice(0, before.hops.length), before.hops);
        assert.deepEqual(after.history.slice(0, before.history.length), before.history);
        const added = [after.hops.length - before.hops.length, after.history.length - before.history.length];
        const expected = { update: [0, 0], delete: [0, 0], forward: [1, 0], resolve: [0, 1] };
        assert.deepEqual(added, expected[action.kind]);
      }
    });
  });

  it('only the author changes or deletes a comment, and only before a hop or a resolution (R-132, P20)', () => {
    check(({ taken }) => {
      for (const { action, by, before, after } of taken) {
        if (action.kind === 'update' || action.kind === 'delete') {
          assert.equal(by.person.userId, before.author.userId);
          assert.equal(before.hops.length, 0);
          // An answer is to the text that it answered.
          if (action.kind === 'update') assert.equal(before.history.length, 0);
        } else {
          assert.equal(after?.body, before.body);
        }
        if (action.kind === 'forward') assert.equal(before.history.length, 0);
      }
    });
  });

  it('reach every action: the laws are not about empty sequences', () => {
    const taken = fc
      .sample(anyLife, { numRuns: 2_000, seed: 42 })
      .flatMap(({ intent, author, parties, steps }) => play(intent, author, parties, steps).taken);
    for (const kind of ['update', 'delete', 'forward', 'resolve'] as const) {
      assert.ok(taken.filter(({ action }) => action.kind === kind).length > 50, kind);
    }
  });
});
