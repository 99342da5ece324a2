/**
 * The parties of a project (owner, engineer, prime contractor, sub-contractors) with their firms, and which of them
 * holds a comment, that is, has to answer or forward it next. Pure.
 */
import { COMMENT_PARTIES, type CommentParty } from '../../../shared/contracts/comment-words.ts';
import type { HeaderRecord } from '../revisions/model.ts';

/** The parties of a project with their firms. There is always an owner; without a firm it is the lead. */
export type PartyFirms = ReadonlyMap<CommentParty, readonly number[]>;

type HeaderFirms = Pick<HeaderRecord, 'engineer_id' | 'prime_contractor_id' | 'sub_contractors'>;

/** The highest party first. */
const DOWNSTREAM: readonly CommentParty[] = COMMENT_PARTIES.toReversed();

/**
 * The parties of a project; those without a firm are absent. A firm in several of them counts as the highest,
 * so that a comment is never with a party to which nobody belongs.
 * @param ownerCompanyId null: the lead is the owner
 * @param header null: without other firms
 */
export function partyFirms(ownerCompanyId: number | null, header: HeaderFirms | null): PartyFirms {
  const optionalFirm = (id: number | null | undefined): number[] => (typeof id === 'number' ? [id] : []);
  const named: Readonly<Record<CommentParty, readonly number[]>> = {
    owner: optionalFirm(ownerCompanyId),
    engineer: optionalFirm(header?.engineer_id),
    prime_contractor: optionalFirm(header?.prime_contractor_id),
    sub_contractor: header?.sub_contractors ?? [],
  };
  const assigned = new Set<number>();
  const firms = new Map<CommentParty, number[]>();
  for (const party of DOWNSTREAM) {
    const own = [...new Set(named[party])].filter((id) => !assigned.has(id));
    for (const id of own) assigned.add(id);
    if (own.length > 0 || party === 'owner') firms.set(party, own);
  }
  return firms;
}

/** A member of a project as far as parties depend on it. */
interface PartyMember {
  companyId: number | null;
  /** Whether it leads the project. */
  isLead: boolean;
}

/** The party of a member of the project; null for a member of none of its firms, who ranks below all parties. */
export function partyOf(firms: PartyFirms, { companyId, isLead }: PartyMember): CommentParty | null {
  if (isLead && firms.get('owner')?.length === 0) return 'owner';
  const belongsTo = (party: CommentParty): boolean =>
    companyId !== null && firms.get(party)?.includes(companyId) === true;
  return DOWNSTREAM.find(belongsTo) ?? null;
}

/** The next party above one, or the lowest for null; null above the owner. */
export function nextPartyUpstream(firms: PartyFirms, party: CommentParty | null): CommentParty | null {
  const above = party === null ? COMMENT_PARTIES : COMMENT_PARTIES.slice(COMMENT_PARTIES.indexOf(party) + 1);
  return above.find((each) => firms.has(each)) ?? null;
}

/** The party that holds a new comment: the next one upstream, or the owner for a comment of the owner. */
export const firstHolder = (firms: PartyFirms, author: CommentParty | null): CommentParty =>
  nextPartyUpstream(firms, author) ?? 'owner';

/** The party that holds a comment now: the one it was given to, else the next one upstream. */
export const currentHolder = (firms: PartyFirms, heldBy: CommentParty): CommentParty =>
  firms.has(heldBy) ? heldBy : (nextPartyUpstream(firms, heldBy) ?? 'owner');

/** The stored parties for which the holder is now this one. */
export const storedHolders = (firms: PartyFirms, holder: CommentParty): CommentParty[] =>
  COMMENT_PARTIES.filter((party) => currentHolder(firms, party) === holder);

/** The firm of a party; null where it has several or none. */
export function firmOf(firms: PartyFirms, party: CommentParty): number | null {
  const [first, ...others] = firms.get(party) ?? [];
  return first === undefined || others.length > 0 ? null : first;
}
