/** Unit tests of the parties of a project, and of which of them holds a comment. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import {
  currentHolder,
  firmOf,
  firstHolder,
  nextPartyUpstream,
  partyFirms,
  partyOf,
  storedHolders,
} from './parties.ts';

const NO_FIRMS = { engineer_id: null, prime_contractor_id: null, sub_contractors: [] };
const ALL = partyFirms(1, { engineer_id: 2, prime_contractor_id: 3, sub_contractors: [4, 5] });
const memberOf = (companyId: number | null, isLead = false) => ({ companyId, isLead });

describe('the parties of a project', () => {
  it('each firm is below the next: sub_contractor, prime_contractor, engineer, owner (P11)', () => {
    assert.deepEqual(
      [4, 5, 3, 2, 1].map((id) => partyOf(ALL, memberOf(id))),
      ['sub_contractor', 'sub_contractor', 'prime_contractor', 'engineer', 'owner'],
    );
    assert.equal(nextPartyUpstream(ALL, 'sub_contractor'), 'prime_contractor');
    assert.equal(nextPartyUpstream(ALL, 'prime_contractor'), 'engineer');
    assert.equal(nextPartyUpstream(ALL, 'engineer'), 'owner');
    assert.equal(nextPartyUpstream(ALL, 'owner'), null);
  });

  it('absent parties are skipped (P11)', () => {
    const firms = partyFirms(1, { ...NO_FIRMS, sub_contractors: [4] });
    assert.equal(nextPartyUpstream(firms, 'sub_contractor'), 'owner');
    assert.equal(firstHolder(partyFirms(1, null), null), 'owner');
  });

  it('a new comment is with the next party of its author, an owner’s with the owner (P11)', () => {
    assert.equal(firstHolder(ALL, 'prime_contractor'), 'engineer');
    assert.equal(firstHolder(ALL, 'owner'), 'owner');
  });

  it('a member of none of the firms is below all of them, also without a company (P20)', () => {
    assert.equal(partyOf(ALL, memberOf(9)), null);
    assert.equal(partyOf(ALL, memberOf(null)), null);
    assert.equal(firstHolder(ALL, null), 'sub_contractor');
  });

  it('a firm in several parties counts as the highest, and the lower ones are skipped (P20)', () => {
    const firms = partyFirms(1, { engineer_id: 1, prime_contractor_id: 3, sub_contractors: [3, 4, 4] });
    assert.deepEqual(
      [1, 3, 4].map((id) => partyOf(firms, memberOf(id))),
      ['owner', 'prime_contractor', 'sub_contractor'],
    );
    assert.equal(nextPartyUpstream(firms, 'prime_contractor'), 'owner');
    assert.equal(firmOf(firms, 'sub_contractor'), 4);
  });

  it('without an owner company the lead is the owner, whatever firm it belongs to (P11)', () => {
    const firms = partyFirms(null, { ...NO_FIRMS, engineer_id: 2 });
    assert.equal(partyOf(firms, memberOf(null, true)), 'owner');
    assert.equal(partyOf(firms, memberOf(2, true)), 'owner');
    assert.equal(partyOf(firms, memberOf(2)), 'engineer');
    assert.equal(partyOf(firms, memberOf(null)), null);
    assert.equal(partyOf(ALL, memberOf(2, true)), 'engineer', 'with an owner company its members are');
  });

  it('the firm is named where the party has one (P20)', () => {
    assert.deepEqual(
      [firmOf(ALL, 'engineer'), firmOf(ALL, 'sub_contractor'), firmOf(partyFirms(null, null), 'owner')],
      [2, null, null],
    );
  });

  it('where the party that got a comment has no firm any more, the next one upstream holds it (P11)', () => {
    const later = partyFirms(1, { ...NO_FIRMS, engineer_id: 2 });
    assert.equal(currentHolder(later, 'prime_contractor'), 'engineer');
    assert.equal(currentHolder(partyFirms(1, null), 'prime_contractor'), 'owner');
    assert.deepEqual(storedHolders(later, 'engineer'), ['sub_contractor', 'prime_contractor', 'engineer']);
    assert.deepEqual(storedHolders(later, 'prime_contractor'), []);
    assert.deepEqual(storedHolders(later, 'owner'), ['owner']);
  });
});
