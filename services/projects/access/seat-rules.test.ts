/**
 * Laws of editing seats: which role counts, what funds it, when a trial lapses, and what becomes of a seat when roles
 * are given again.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { PROJECT_ROLES, type ProjectRole } from '../../../shared/contracts/permissions.ts';
import {
  effectiveRole,
  isAuthoringRole,
  isTrialOver,
  type SeatCompanies,
  type SeatFacts,
  seatOf,
  seatOnGrant,
} from './seat-rules.ts';

const DAY_MS = 86_400_000;
const role = fc.constantFrom<ProjectRole>(...PROJECT_ROLES);
const companyId = fc.option(fc.integer({ min: 1, max: 3 }), { nil: null });
const time = fc.integer({ min: 0, max: 60 * DAY_MS }).map((at) => new Date(at));
const companies: fc.Arbitrary<SeatCompanies> = fc.record({ ownerCompanyId: companyId, companyId });
const facts: fc.Arbitrary<SeatFacts> = fc.record({
  role,
  seat_company_id: companyId,
  sponsored: fc.boolean(),
  trial_started_at: fc.option(time, { nil: null }),
});

describe('laws of seats (P9, P19)', () => {
  it('the role that counts is the one given, or ProjectViewer without funding; never a stronger one', () => {
    fc.assert(
      fc.property(facts, companies, time, (given, of, now) => {
        const { funding, lapsedFromRole } = seatOf(given, of, now);
        const counts = effectiveRole(given, of, now);
        assert.equal(counts, funding === 'none' ? 'ProjectViewer' : given.role);
        assert.equal(isAuthoringRole(counts), funding !== 'none');
        assert.equal(lapsedFromRole, funding === 'none' && isAuthoringRole(given.role) ? given.role : null);
      }),
    );
  });

  it('only a trial lapses, only after 14 days, and for good', () => {
    fc.assert(
      fc.property(facts, companies, time, time, (given, of, one, other) => {
        const [earlier, later] = one <= other ? [one, other] : [other, one];
        const [before, after] = [seatOf(given, of, earlier), seatOf(given, of, later)];
        if (before.funding !== after.funding)
          assert.deepEqual([before.funding, after.funding], ['trial', 'none']);
        const started = given.trial_started_at ?? null;
        const over = started !== null && later.getTime() >= started.getTime() + 14 * DAY_MS;
        assert.equal(isTrialOver(given, later), over);
        if (after.lapsedFromRole !== null) assert.ok(over);
      }),
    );
  });

  it('the lead and staff of the owner are never on trial; a seat of a company left counts no more', () => {
    fc.assert(
      fc.property(facts, companies, time, (given, of, now) => {
        const { funding } = seatOf(given, of, now);
        const isStaff = of.companyId !== null && of.companyId === of.ownerCompanyId;
        if (isAuthoringRole(given.role) && (isStaff || given.role === 'ProjectOwner'))
          assert.equal(funding, 'own_staff');
        if (funding === 'own_seat') assert.equal(given.seat_company_id, of.companyId);
      }),
    );
  });

  it('a role given again keeps the seat while it is valid, and a role without authoring gives it up', () => {
    fc.assert(
      fc.property(facts, companies, role, (before, of, next) => {
        const seat = seatOnGrant(next, of, before);
        if (!isAuthoringRole(next)) assert.deepEqual(seat, { seat_company_id: null, sponsored: false });
        assert.ok(
          [null, of.ownerCompanyId, of.companyId].includes(seat.seat_company_id),
          'a seat of a company that has nothing to do with it',
        );
        assert.deepEqual(seatOnGrant(next, of, { ...before, ...seat }), seat, 'giving it twice is the same');
      }),
    );
  });

  it('whatever is given in whatever order, a person uses at most one seat, of a company that funds the role', () => {
    const grants = fc.array(fc.tuple(role, companyId), { maxLength: 8 });
    fc.assert(
      fc.property(grants, companyId, time, (given, ownerCompanyId, now) => {
        let last: SeatFacts | null = null;
        for (const [next, own] of given) {
          const of = { ownerCompanyId, companyId: own };
          last = { role: next, trial_started_at: null, ...seatOnGrant(next, of, last) };
          const { funding } = seatOf(last, of, now);
          if (last.seat_company_id !== null && next !== 'ProjectOwner')
            assert.equal(funding, own === ownerCompanyId ? 'own_staff' : 'own_seat');
        }
      }),
    );
  });
});
