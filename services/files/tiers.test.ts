/** Tests of which permissions let a caller read, change and delete which files. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { Permission } from '../../shared/contracts/permissions.ts';
import type { ReviewStatus } from './model.ts';
import {
  CHANGE_TIERS,
  DELETION_TIERS,
  findMissingPermission,
  isVisible,
  READING_TIERS,
  tierOf,
} from './tiers.ts';

const [ME, OTHER] = [1, 2];
const file = (by: number, status: ReviewStatus, deleted_at?: Date) => ({
  status,
  uploaded_by: { userId: by, displayName: '' },
  ...(deleted_at ? { deleted_at } : {}),
});
const holding =
  (...granted: Permission[]) =>
  (permission: Permission) =>
    granted.includes(permission);

describe('tiers of files', () => {
  it('each permission gives its tier, the highest counts, and a family counts only for itself (F3)', () => {
    assert.equal(tierOf(READING_TIERS, holding('project:download')), 'base');
    assert.equal(tierOf(READING_TIERS, holding('project:download:view')), 'view');
    assert.equal(tierOf(READING_TIERS, holding('project:download:edit')), 'edit');
    assert.equal(tierOf(READING_TIERS, holding('project:download:admin', 'project:download:view')), 'admin');
    assert.equal(tierOf(READING_TIERS, holding('project:admin')), 'admin');
    assert.equal(tierOf(READING_TIERS, holding('project:upload:admin')), 'base');
    assert.equal(tierOf(CHANGE_TIERS, holding('project:download:admin', 'project:admin')), 'base');
    assert.equal(tierOf(CHANGE_TIERS, holding('project:upload:edit')), 'edit');
    assert.equal(tierOf(DELETION_TIERS, holding('project:admin')), 'admin');
  });

  it('the base tier sees approved files and its own, every other tier all (F3)', () => {
    const seen = (['draft', 'review', 'approved', 'obsolete'] as const).map((status) => [
      isVisible(file(OTHER, status), 'base', ME),
      isVisible(file(ME, status), 'base', ME),
      ...(['view', 'edit', 'admin'] as const).map((tier) => isVisible(file(OTHER, status), tier, ME)),
    ]);
    assert.deepEqual(seen, [
      [false, true, true, true, true],
      [false, true, true, true, true],
      [true, true, true, true, true],
      [false, true, true, true, true],
    ]);
  });

  it('others’ files take edit, obsolete and deleted ones admin, one’s own included (F3, F6)', () => {
    const missing = (tier: 'base' | 'view' | 'edit' | 'admin', of: ReturnType<typeof file>) =>
      findMissingPermission(of, { tier, tiers: CHANGE_TIERS, userId: ME });
    const deleted = file(ME, 'approved', new Date());
    for (const tier of ['base', 'view'] as const) {
      assert.equal(missing(tier, file(ME, 'draft')), null);
      assert.equal(missing(tier, file(OTHER, 'approved')), 'project:upload:edit');
      assert.equal(missing(tier, file(ME, 'obsolete')), 'project:upload:admin');
    }
    assert.equal(missing('edit', file(OTHER, 'draft')), null);
    assert.equal(missing('edit', file(ME, 'obsolete')), 'project:upload:admin');
    assert.equal(missing('edit', deleted), 'project:upload:admin');
    assert.equal(missing('admin', file(OTHER, 'obsolete')), null);
    assert.equal(missing('admin', deleted), null);
  });
});
