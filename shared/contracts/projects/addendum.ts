/** Endpoint for the addendum of a project: what makes one revision another, in words (decision P18). */
import { revisionRef, revisionRefTo } from '../common-shapes.ts';
import { documentFile } from '../document-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { certifiedValue } from '../proofs.ts';
import * as s from '../schema.ts';
import { amendmentInstruction, wordsFormat } from '../standards/amendment-shapes.ts';
import { standardMarkdown } from '../standards/shapes.ts';
import { DRAFT_PARTS } from './vocabulary.ts';

/** A member of the header, of a section, a standard, a datasheet or a file. */
const amendedMember = s.named(
  'AmendedMember',
  s.object({ member: s.text, before: s.fieldValue, after: s.fieldValue }),
);

const amendedValue = s.named(
  'AmendedValue',
  s.object({
    /** Null: nothing was or is recorded. */
    before: s.nullable(certifiedValue),
    after: s.nullable(certifiedValue),
    sentence: s.text,
  }),
);

const addendumEntry = s.named(
  'AddendumEntry',
  s.object({
    kind: s.oneOf(...DRAFT_PARTS),
    id: s.idOf('resource'),
    /** After, and of what is deleted before. */
    name: s.text,
    change: s.oneOf('changed', 'added', 'deleted'),
    sentence: s.text,
    /** What differs. Of what is added all members, and none of what is deleted. */
    members: s.list(amendedMember),
    /** Of a datasheet. */
    values: s.optional(s.list(amendedValue)),
    /** Of a standard that is in both: the pinned revisions, and the instructions from one to the other. */
    from: s.optional(revisionRef),
    to: s.optional(revisionRef),
    instructions: s.optional(s.list(amendmentInstruction)),
  }),
);

const projectAddendum = s.named(
  'ProjectAddendum',
  s.object({
    from: revisionRefTo('projectRevision'),
    to: revisionRefTo('projectRevision'),
    entries: s.list(addendumEntry),
    total: s.integer,
    /** False when words of a standard are withheld from the caller. */
    isComplete: s.boolean,
  }),
);

export const projectAddendumEndpoints = {
  'projects.addendum': endpoint({
    http: 'GET /api/projects/:id/addendum',
    group: 'projects',
    summary: 'Writes the addendum that makes one revision of a project another, in words',
    description:
      'Header, sections, standards, datasheets with their values, and files that are added, deleted or changed. The entry of a standard whose revision changed has the instructions from one to the other, as GET /api/standards/:id/amendment; the other entries name what differs, before and after. Archived standards and datasheets do not count. Equal revisions have no entry. from and to are ids of GET /api/projects/:id/revisions; the open draft is one for holders of project:draft:view.',
    auth: 'key_or_session',
    permissions: ['project:revision:view', 'standard:read'],
    optionalPermissions: ['project:draft:view'],
    on: { resource: 'project', by: 'id' },
    mutates: false,
    path: { id: s.idOf('project') },
    query: {
      from: s.idOf('projectRevision'),
      to: s.idOf('projectRevision'),
      format: wordsFormat,
    },
    etag: 'bytes',
    returns: {
      type: 'multi',
      rules: [s.when('format=json', projectAddendum), s.when('format=markdown', standardMarkdown)],
    },
    document: documentFile,
    timeoutMs: 60_000,
    extension: true,
    rules: 'P18 W14',
  }),
} as const;
