/** Version 1 of the agreement, for a new site. Administrators publish later versions. */
import type { AgreementRecord } from './model.ts';

const CONTENT = `# Contributor License Agreement

By accepting this agreement you may write pages of the public standards wiki of this site. It applies to everything you
contribute from then on: text, tables, datasheet fields and corrections.

## 1. What stays yours

You keep the copyright in what you contribute. This agreement is a licence, not a transfer.

## 2. What you allow

You give the operator of this site, and everybody who receives the contribution through it, a perpetual, worldwide,
non-exclusive, royalty-free and irrevocable licence to copy, adapt, publish, distribute and use it, also within
specifications of commercial projects, and to let others do so.

## 3. What you confirm

- The contribution is your own work, or you have the right to contribute it under this agreement.
- It does not copy a published standard whose licence does not allow that.
- If your employer has rights in it, your employer agrees.

## 4. What happens with it

Every revision stays in the public history with your name. Others may change it. Moderators may hide revisions, and
adopted editions stay citable after you leave. There is no duty to publish a contribution or to keep it published.

## 5. No warranty

You contribute as is. You do not vouch for fitness for a particular structure or use, and whoever builds from a
specification stays responsible for it.
`;

/** The first agreement, in force from `now`. */
export const firstAgreement = (now: Date): AgreementRecord => ({
  _id: 1,
  version: 1,
  content: CONTENT,
  effective_date: now,
});
