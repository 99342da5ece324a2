/**
 * Endpoints that add a standard to a draft or move it to another section, and that list, preview and apply changes of
 * its pinned revision.
 */
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { excludedChange, standardRow } from './shapes.ts';
import { INELIGIBLE_REASONS } from './vocabulary.ts';

const change = { standardId: s.idOf('standard'), toStandardRevisionId: s.idOf('standardRevision') } as const;
const changes = {
  type: 'array',
  items: s.named('StandardRevisionChange', s.object(change)),
  min: 1,
  max: 200,
} as const;

const counts = { datasheetsAffected: s.integer, datasheetsWithConflicts: s.integer } as const;

export const projectStandardEndpoints = {
  'projects.standards.add': endpoint({
    http: 'POST /api/projects/:id/standards',
    group: 'projects',
    summary: 'Imports a standard into the draft, customizes one in it, or moves one to another section',
    description:
      'import links a standard the caller may read by the standard’s own scope, not only through another project, at revisionId (default: its current revision) and files it in the section that matches its category, which is created if missing, or in categoryId. customize creates an editable copy under name in the project, with one revision 1.0.0, from revisionId (default: the revision the draft pins, else the current one), and pins it in the section categoryId; it needs standard:customize. Unless replaceOriginal is false, the original and its datasheets are archived in the draft; the copy has none. recategorize moves a standard of the project to the section categoryId. 409 ALREADY_HELD when the project already contains the standard to import, also archived; 409 NAME_TAKEN when an active standard of the project has the same name. name and replaceOriginal belong to customize: with another action they are 400.',
    auth: 'key_or_session',
    permissions: ['project:draft:edit'],
    optionalPermissions: ['standard:customize'],
    on: { resource: 'project', by: 'id' },
    needsDraft: 409,
    mutates: true,
    path: { id: s.idOf('project') },
    body: {
      action: s.oneOf('import', 'customize', 'recategorize'),
      standardId: s.idOf('standard'),
      categoryId: {
        ...s.optional(s.idOf('category')),
        description: 'A section of this project; omit for import, required otherwise',
      },
      name: {
        ...s.optional(s.nameText(300)),
        description: 'The name of the copy; only for customize, required there',
      },
      revisionId: {
        ...s.optional(s.idOf('standardRevision')),
        description: 'import: the standard revision to pin; customize: the one to copy',
      },
      replaceOriginal: {
        type: 'boolean',
        optional: true,
        description: 'Only for customize; false: the original stays active. Default: true',
      },
    },
    returns: s.object({
      project_id: s.idOf('project'),
      version: s.text,
      standard: standardRow,
      section_created: s.boolean,
    }),
    errors: [
      'QUOTA_EXCEEDED',
      'ALREADY_HELD',
      'NAME_TAKEN',
      'STANDARD_DEPRECATED',
      'STANDARD_UNDER_MODERATION_NOTICE',
      'NOT_PUBLISHED',
      'UNKNOWN_CATEGORY',
      'STANDARD_NOT_HELD',
    ],
    tool: { toolsets: ['default'] },
    rules: 'P7 P16 S17 X11 R-007 R-024',
  }),
  'projects.standardRevisionOptions': endpoint({
    http: 'GET /api/projects/:id/standard-revision-options',
    group: 'projects',
    summary: 'Lists the revisions to which each standard of the project may be pinned',
    description:
      'bringCurrentTo is the current revision where the draft pins another one; where it is null, excludedReason says why. A revision that the project does not hold is shown, previewed and applied only for those who may read the standard by its own scope. A standard the draft does not hold is 404.',
    auth: 'key_or_session',
    permissions: ['project:draft:edit'],
    on: { resource: 'project', by: 'id' },
    needsDraft: 409,
    mutates: false,
    path: { id: s.idOf('project') },
    query: { standardId: s.optional(s.idOf('standard')) },
    returns: s.object({
      standards: s.list(
        s.object({
          standardId: s.idOf('standard'),
          name: s.text,
          heldRevisionId: s.idOf('standardRevision'),
          heldRevisionCode: s.text,
          revisions: s.list(
            s.object({
              id: s.idOf('standardRevision'),
              code: s.text,
              isHeld: s.boolean,
              isCurrent: s.boolean,
            }),
          ),
          bringCurrentTo: s.nullable(s.idOf('standardRevision')),
          excludedReason: s.nullable(s.oneOf(...INELIGIBLE_REASONS)),
        }),
      ),
      total: s.integer,
    }),
    rules: 'P8 P17 X11 G9',
  }),
  'projects.standardRevisions.preview': endpoint({
    http: 'POST /api/projects/:id/standard-revision-preview',
    group: 'projects',
    summary: 'Previews a change of the pinned revisions of standards',
    description:
      'Writes nothing. revisionsBetween counts the revisions that lie strictly between; datasheetsAffected the active datasheets that are not on the target. A standard the draft does not hold is 404, a target that is not eligible 409. For a target that is already pinned, direction is forward and nothing lies between.',
    auth: 'key_or_session',
    permissions: ['project:draft:edit'],
    on: { resource: 'project', by: 'id' },
    needsDraft: 409,
    mutates: false,
    path: { id: s.idOf('project') },
    body: { changes },
    returns: s.object({
      standards: s.list(
        s.object({
          standardId: s.idOf('standard'),
          name: s.text,
          fromRevisionCode: s.text,
          toRevisionCode: s.text,
          direction: s.oneOf('forward', 'backward'),
          revisionsBetween: s.integer,
          ...counts,
        }),
      ),
      aggregate: s.object({ standards: s.integer, ...counts }),
    }),
    errors: ['REVISION_NOT_ELIGIBLE'],
    rules: 'P17 X11 G9',
  }),
  'projects.standardRevisions.apply': endpoint({
    http: 'POST /api/projects/:id/standard-revisions',
    group: 'projects',
    summary: 'Changes the pinned revisions of standards',
    description:
      'All in one transaction. A change to the revision already pinned is listed in excluded; when there are no other changes, 400 NOTHING_TO_CHANGE. Datasheets keep their revision: upgrade them with the batch upgrade of the standard. No draft is opened: without one, 403.',
    auth: 'key_or_session',
    permissions: ['project:draft:edit'],
    on: { resource: 'project', by: 'id' },
    needsDraft: 403,
    mutates: true,
    path: { id: s.idOf('project') },
    body: { changes, rationale: { ...s.multilineText, max: 20_000, optional: true } },
    returns: s.object({
      batchId: s.uuidOf('batch'),
      projectRevisionId: s.idOf('projectRevision'),
      version: s.text,
      applied: s.list(
        s.object({
          standardId: s.idOf('standard'),
          fromRevisionId: s.idOf('standardRevision'),
          fromRevisionCode: s.text,
          toRevisionId: s.idOf('standardRevision'),
          toRevisionCode: s.text,
        }),
      ),
      excluded: s.list(excludedChange),
    }),
    errors: ['REVISION_NOT_ELIGIBLE', 'NOTHING_TO_CHANGE'],
    tool: { toolsets: ['default'], destructive: true, idempotent: true },
    rules: 'P8 P17 R-195 R-245',
  }),
} as const;
