/** Tests of the access of other services to a project: draft, archive, role. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import {
  asProjectResource,
  assertNotArchived,
  type ProjectAccess,
  requireOpenDraft,
} from './project-access.ts';

const access: ProjectAccess = {
  project_id: 1,
  name: 'Bridge',
  role: 'ProjectEditor',
  archived: false,
  owner_company_id: null,
  quota_owner: { type: 'user', id: 1 },
  issued_revision_id: 7,
  draft_revision_id: 8,
};

describe('a project as other services see it', () => {
  it('changes go into the open draft; without one NO_OPEN_DRAFT (G9)', () => {
    assert.equal(requireOpenDraft(access), 8);
    assert.throws(() => requireOpenDraft({ ...access, draft_revision_id: null }), {
      type: 'NO_OPEN_DRAFT',
      code: 409,
    });
  });

  it('an archived project accepts no change (G10)', () => {
    assertNotArchived(access);
    assert.throws(() => assertNotArchived({ ...access, archived: true }), {
      type: 'PROJECT_ARCHIVED',
      code: 409,
    });
  });

  it('what is checked of a thing is the role on its project, its draft and whether it is archived (G16)', () => {
    const subject = { kind: 'project', role: 'ProjectEditor' };
    assert.deepEqual(asProjectResource(access, 'thing'), {
      value: 'thing',
      subject,
      draftOpen: true,
      archived: false,
    });
    const closed = asProjectResource({ ...access, draft_revision_id: null, archived: true }, 'thing');
    assert.deepEqual([closed.draftOpen, closed.archived], [false, true]);
  });
});
