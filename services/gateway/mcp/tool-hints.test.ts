/**
 * Test of the hints of every tool that writes against a reviewed list: whether it destroys something, and whether a
 * second call changes more.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { describedTools } from './tool-descriptions.ts';

/**
 * Every tool that writes stands in one row. A new one belongs where it is true of it, and its contract says so
 * (`tool`), where its method does not.
 */
const REVIEWED = [
  // Deletes, revokes, withholds, archives or overwrites; a second call changes nothing more.
  {
    destructive: true,
    idempotent: true,
    tools: `
    admin_users_update admin_companies_update standards_update standards_workingCopy_save
    standards_workingCopy_discard standards_delete libraries_update admin_tags_update categories_update
    categories_delete admin_wiki_libraries_update admin_wiki_libraries_delete wiki_categories_update
    wiki_categories_delete wiki_errata_correction wiki_errata_withdraw wiki_adopted_cancel wiki_adopted_revoke
    wiki_adopted_elements_revoke wiki_adopted_revocation_update wiki_moderation_archive
    wiki_moderation_titleReset wiki_moderation_revisionHide wiki_roles_remove projects_edit projects_revert
    projects_standardRevisions_apply projects_archive projects_standards_archive
    projects_standards_removeArchived projects_datasheets_archive projects_datasheets_removeArchived
    comments_update comments_delete datasheets_delete files_metadata files_folders_update files_folders_delete
    files_delete files_detach
  `,
  },
  // The same, and a second call may do more: the target is another one by then.
  {
    destructive: true,
    idempotent: false,
    tools: `
    categories_merge wiki_moderation_slugRetire
  `,
  },
  // Destroys nothing, and a second call changes nothing more.
  {
    destructive: false,
    idempotent: true,
    tools: `
    account_notifications_read account_cla_accept standards_edit standards_deprecate standards_reactivate
    standards_acknowledgeSource wiki_standards_update wiki_adopted_publish wiki_adopted_restore
    wiki_adopted_replacement wiki_adopted_elements_restore wiki_moderation_restore
    wiki_moderation_revisionRestore projects_unarchive projects_standards_restore projects_datasheets_restore
    files_status files_move files_folders_reorder
  `,
  },
  // Adds something with each call: a resource, a revision, a log entry.
  {
    destructive: false,
    idempotent: false,
    tools: `
    admin_cla_publish standards_create standards_publish libraries_create admin_tags_create
    standards_customize standards_merge categories_create categories_adopt admin_wiki_libraries_create
    wiki_categories_create wiki_standards_create wiki_standards_revert wiki_standards_directAdopt
    wiki_errata_issue wiki_errata_extend wiki_adopted_propose wiki_roles_assign projects_create
    projects_draft_create projects_publish projects_standards_add projects_export comments_create
    comments_forward comments_resolve datasheets_create datasheets_revise datasheets_upgrade
    standards_batchUpgrade datasheets_import files_folders_create
  `,
  },
];

describe('hints of tools (A24)', () => {
  const tools = [...describedTools('key').values()];
  const rows = REVIEWED.flatMap(({ tools: names, ...hints }) =>
    names
      .split(/\s+/)
      .filter(Boolean)
      .map((name) => ({ name, ...hints })),
  );

  it('say of every tool that writes what was reviewed: whether it destroys, and whether a second call changes more', () => {
    const declared = tools.flatMap(({ name, annotations }) =>
      annotations?.readOnlyHint
        ? []
        : [{ name, destructive: annotations?.destructiveHint, idempotent: annotations?.idempotentHint }],
    );
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    assert.deepEqual(declared.toSorted(byName), rows.toSorted(byName));
  });

  it('a tool that reads says only that', () => {
    for (const { name, annotations } of tools)
      if (annotations?.readOnlyHint)
        assert.deepEqual(annotations, { readOnlyHint: true, openWorldHint: false }, name);
  });
});
