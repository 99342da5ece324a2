/**
 * Endpoints of customised copies: create one, plan and apply a merge of its source, acknowledge a source
 * revision, list the differences.
 */

import { MERGE_CONFLICT_TYPES } from '../../revisioning/merge/merge-conflicts.ts';
import { CLAUSE_AXES } from '../../revisioning/outline/clause.ts';
import { fieldView, moderationNotice, person, revisionRef } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { attached, standardVerbose, workingCopyView } from './shapes.ts';

const onStandard = { resource: 'standard', by: 'id' } as const;
const path = { id: s.idOf('standard') } as const;
const toRevisionId = {
  ...s.optional(s.idOf('standardRevision')),
  description: 'a revision of the source; default: its current revision',
} as const;

/** A clause on one side of a plan. */
export const clauseSide = s.named(
  'ClauseSide',
  s.object({
    address: s.text,
    content: s.text,
    toc_content: s.text,
    /** The printed number. */
    label: s.optional(s.text),
    /** Null on a withheld clause. */
    hash: s.nullable(s.text),
    /** In a conflict about a field. */
    field: s.optional(fieldView),
    /** Present on a held clause. */
    moderation: s.optional(moderationNotice),
  }),
);
const side = s.nullable(clauseSide);

const conflict = s.named(
  'MergeConflict',
  s.object({
    conflictId: s.text,
    type: s.oneOf(...MERGE_CONFLICT_TYPES),
    element_id: s.idOf('element'),
    /** The source’s clause where it is another one: identity_replaced and address_taken. */
    theirs_element_id: s.optional(s.idOf('element')),
    address: s.text,
    /** Of a conflict about a field. */
    field_id: s.optional(s.idOf('field')),
    label: s.optional(s.text),
    /** What both changed differently; what only one side changed in the clause stays, whatever is chosen. */
    axes: s.list(s.oneOf(...CLAUSE_AXES)),
    /** Whether combine can resolve it. */
    canCombine: s.boolean,
    base: side,
    theirs: side,
    mine: side,
  }),
);

const planEntry = s.named(
  'MergePlanEntry',
  s.object({
    element_id: s.idOf('element'),
    /** After the merge; of a clause that is removed, in the base. */
    address: s.text,
    previous_address: s.optional(s.text),
    theirs: side,
    mine: side,
    movedItself: s.boolean,
  }),
);

const choice = s.named('MergeChoice', s.oneOf('theirs', 'mine', 'combine'));

export const standardCustomizationEndpoints = {
  'standards.customize': endpoint({
    http: 'POST /api/standards/:id/customize',
    group: 'standards',
    summary: 'Creates a customised copy of a standard, which follows its source',
    description:
      'Exactly one of projectId and companyId. The copy is sealed as 1.0.0 with the content and tags of the source revision, has no working copy, and keeps the identity of every clause and field. It is not added to a project draft. name is the source’s unless given; without categoryId it is filed under the category of the same name, which the company or project gets when it lacks it, a project at once and for everybody, as by categories adopt; without category:create on the project the copy is uncategorised. Needs standard:create and standard:customize in the company, or standard:customize on the project. A deprecated standard cannot be customised (409), nor one that the caller reads only through a project (404).',
    auth: 'key_or_session',
    permissions: ['standard:customize'],
    on: { ...onStandard, permissions: [] },
    allowedOnArchived: true,
    mutates: true,
    path,
    body: {
      name: s.optional(s.nameText(300)),
      categoryId: s.optional(s.idOf('category')),
      projectId: s.optional(s.idOf('project')),
      companyId: s.optional(s.idOf('company')),
      sourceRevisionId: {
        ...s.optional(s.idOf('standardRevision')),
        description: 'a published revision of this standard; default: the current one',
      },
    },
    success: 201,
    location: '/api/standards/{id}',
    returns: standardVerbose,
    errors: [
      'QUOTA_EXCEEDED',
      'UNKNOWN_CATEGORY',
      'NAME_TAKEN',
      'STANDARD_DEPRECATED',
      'STANDARD_UNDER_MODERATION_NOTICE',
      'PROJECT_ARCHIVED',
    ],
    rules: 'R-005 R-028 R-033 R-206 S9 S17 X11',
  }),
  'standards.mergePlan': endpoint({
    http: 'GET /api/standards/:id/merge-plan',
    group: 'standards',
    summary: 'Plans a merge of the source into a customised copy',
    description:
      'Compares the source revision last merged (baseRevision), the copy’s saved revision (fromRevision) and the target (toRevision). Text, heading, label, kind, place and each field of a clause are compared separately; conflicts holds what both sides changed differently, and the other lists the source’s further changes: each clause that the source changed is in one list. A conflictId is the same as long as the conflict exists; axes of a both_changed or both_moved conflict names what both changed differently, and a choice decides that alone; both_moved is a clause that both sides put elsewhere, also where one gave it another parent and the other another number, and where both changed its words too. An entry’s address is its place after the merge, with theirs where a choice matters; theirs and mine name the places before. warnings names clauses of the copy to which the source gave the text of another clause, so that both would stand together after the merge, with what the copy has on and below them, and clauses whose number depends on a choice. summary.moved counts clauses that moved themselves, not those carried along. The target is 409 REVISION_NOT_ELIGIBLE when it is older than the base; equal to it, the plan is empty. A standard that is no customization, or whose source was deleted, has isCustomized false. 404 for a source that the caller may not read.',
    auth: 'key_or_session',
    permissions: ['standard:view_revisions'],
    on: onStandard,
    mutates: false,
    path,
    query: { toRevisionId },
    timeoutMs: 30_000,
    etag: 'bytes',
    returns: s.named(
      'MergePlan',
      s.object({
        standard_id: s.idOf('standard'),
        isCustomized: s.boolean,
        planHash: s.nullable(s.text),
        baseRevision: s.nullable(revisionRef),
        fromRevision: s.nullable(revisionRef),
        toRevision: s.nullable(revisionRef),
        parent: s.nullable(s.object({ standard_id: s.idOf('standard'), name: s.text, libraryName: s.text })),
        conflicts: s.list(conflict),
        autoResolved: s.list(planEntry),
        newElements: s.list(planEntry),
        removedElements: s.list(planEntry),
        summary: s.object({
          conflicts: s.integer,
          autoResolved: s.integer,
          newElements: s.integer,
          removedElements: s.integer,
          moved: s.integer,
        }),
        warnings: s.list(
          s.object({
            element_id: s.idOf('element'),
            address: s.text,
            rule: s.text,
            message: s.text,
            /** Of text_of_another_clause: what the copy has on and below the clause, and the text of the source. */
            attached: s.optional(attached),
            text: s.optional(s.text),
          }),
        ),
      }),
    ),
    errors: ['REVISION_NOT_ELIGIBLE'],
    rules: 'R-034 R-280 S8 S17 S18 X11',
  }),
  'standards.merge': endpoint({
    http: 'POST /api/standards/:id/merge',
    group: 'standards',
    summary: 'Applies a resolved merge plan to a customised copy',
    description:
      'Opens a working copy with the merged content; no revision is saved. Every conflict of the plan needs a resolution: theirs takes the source’s clause under its identity, mine keeps the copy’s (of a both_changed or both_moved conflict its axes; what only one side changed stays), combine keeps the copy’s identity with the words of both, or with combinedText and combinedTocContent; of a field it takes each member from the side that changed it, type, options, default, constraint and unit together from one side, and so those of a deferral. combine is 400 where canCombine is false: where one side has no clause, where a clause was moved onto the address of another, between two fields, and for a field of which both changed the same, so that nothing of theirs would be in it. A clause that loses its address moves to the next free number. A key is a conflictId, or an address for all conflicts there without a key of their own. parent_current_revision_id advances to the target; discarding the working copy puts it back.',
    auth: 'key_or_session',
    permissions: ['standard:update'],
    on: onStandard,
    mutates: true,
    idempotency: 'current',
    path,
    body: {
      toRevisionId,
      planHash: { type: 'string', max: 200, description: 'of the merge plan that was resolved' },
      resolutions: {
        ...s.recordById('mergeConflict', {
          type: 'multi',
          rules: [
            choice,
            s.object({
              choice,
              combinedText: { ...s.optional(s.clauseText), aliases: ['content'] },
              combinedTocContent: s.optional(s.headingText),
            }),
          ],
        }),
        description: 'by conflictId or address',
      },
    },
    timeoutMs: 30_000,
    returns: workingCopyView,
    errors: [
      'QUOTA_EXCEEDED',
      'FOREIGN_SEAL_TOKEN',
      'UNKNOWN_RESOLUTION',
      'NOT_A_CUSTOMIZATION',
      'ALREADY_CURRENT',
      'DRAFT_ALREADY_OPEN',
      'EDIT_CONFLICT',
      'PLAN_STALE',
      'MISSING_RESOLUTION',
      'FIELDS_ATTACHED',
      'CLAUSE_UNDER_MODERATION_NOTICE',
      'REVISION_NOT_ELIGIBLE',
      'PROJECT_ARCHIVED',
    ],
    rules: 'R-034 R-113 S8 S18 S19',
  }),
  'standards.acknowledgeSource': endpoint({
    http: 'POST /api/standards/:id/acknowledge-source',
    group: 'standards',
    summary: 'Keeps a customised copy as it is, and marks the source revision as seen',
    description:
      'Moves last_seen_source_revision_id and nothing else: the next merge still compares with the revision last merged. SOURCE_MOVED_ON when the source saved another revision since toRevisionId.',
    auth: 'key_or_session',
    permissions: ['standard:update'],
    on: onStandard,
    mutates: true,
    path,
    body: { toRevisionId },
    returns: standardVerbose,
    errors: ['NOT_A_CUSTOMIZATION', 'ALREADY_CURRENT', 'SOURCE_MOVED_ON', 'PROJECT_ARCHIVED'],
    tool: { idempotent: true },
    rules: 'R-114 R-173 S20',
  }),
  'standards.changelog': endpoint({
    http: 'GET /api/standards/:id/changelog',
    group: 'standards',
    summary: 'Lists how a customised copy differs from the source revision last merged into it',
    description:
      'One row for each clause and field, matched by identity; a clause that was moved and reworded has two. A row names the revision of the copy that brought the change, and who saved it. changes is empty for a standard that is no customization. 404 for a source that the caller may not read.',
    auth: 'key_or_session',
    permissions: ['standard:view_revisions'],
    on: onStandard,
    mutates: false,
    path,
    query: {
      revisionId: {
        ...s.optional(s.idOf('standardRevision')),
        description: 'a revision of the copy; default: the current one',
      },
    },
    timeoutMs: 60_000,
    returns: s.named(
      'StandardChangelog',
      s.object({
        changes: s.list(
          s.object({
            change_type: s.oneOf('INSERT', 'UPDATE', 'DELETE', 'ADDRCHG'),
            kind: s.oneOf('clause', 'field'),
            element_id: s.idOf('element'),
            address: s.text,
            field_id: s.optional(s.idOf('field')),
            label: s.optional(s.text),
            /** Absent on INSERT. */
            change_details: s.optional(
              s.object({
                /** The clause or field in the source revision. */
                previous: { type: 'multi', rules: [clauseSide, fieldView] },
                previous_address: s.optional(s.text),
              }),
            ),
            revision: revisionRef,
            saved_by: s.nullable(person),
            saved_at: s.time,
          }),
        ),
        total: s.integer,
      }),
    ),
    rules: 'S20 R-200 X11',
  }),
} as const;
