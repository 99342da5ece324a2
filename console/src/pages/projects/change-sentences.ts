/** Writes a change of a project as a sentence, which stands behind the name of who made it. */
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';

export type Change = EndpointResult<'projects.changes'>['changes'][number];
type Part = Change['parts'][number];

const SAID: Readonly<Record<Change['kind'], string>> = {
  created: 'created the project',
  draft_opened: 'opened the draft',
  draft_changed: 'changed the draft',
  draft_discarded: 'discarded the draft',
  published: 'published',
  archived: 'archived the project',
  unarchived: 'made the project active again',
  member_added: 'added a member',
  member_role_changed: 'changed the role of a member',
  member_removed: 'removed a member',
  lead_changed: 'gave the project another lead',
  seat_changed: 'changed the seat of a member',
  invitation_sent: 'sent an invitation',
  invitation_changed: 'changed an invitation',
  invitation_withdrawn: 'withdrew an invitation',
  invitation_claimed: 'accepted an invitation',
  sponsorship_requested: 'asked for a seat',
  sponsorship_approved: 'approved a request for a seat',
  sponsorship_declined: 'declined a request for a seat',
  company_assigned: 'gave the project its company',
  section_adopted: 'took over a section',
  comment_created: 'commented',
  comment_changed: 'changed a comment',
  comment_forwarded: 'forwarded a comment',
  comment_resolved: 'resolved a comment',
  comment_deleted: 'deleted a comment',
  file_deleted: 'deleted a file',
  file_changed: 'changed a file',
  folder_created: 'created a folder',
  folder_changed: 'changed a folder',
  folder_deleted: 'deleted a folder',
  folders_reordered: 'put the folders in another order',
  standard_created: 'created a standard of the project',
  standard_changed: 'changed the details of a standard of the project',
  standard_published: 'published a standard of the project',
  standard_deleted: 'deleted a standard of the project',
  working_copy_changed: 'edited a standard of the project',
  library_created: 'created a library of the project',
  library_changed: 'changed a library of the project',
};

/** What is done with a part of the draft, where the word of the service is not a sentence by itself. */
const DONE: Readonly<Record<string, string>> = {
  imported: 'added',
  revision_changed: 'moved the pin of',
  recategorized: 'put into another section',
  customized: 'customised',
  attached: 'added',
  detached: 'took out',
};

/** A draft that was changed in one part is that change. */
export function sayChange({ kind, parts, revision }: Change): string {
  const [only] = parts;
  if (kind === 'draft_changed' && only && parts.length === 1) return sayPart(only);
  const code = revision?.code;
  if (kind === 'published') return code === undefined ? 'published a revision' : `published revision ${code}`;
  return SAID[kind];
}

export function sayPart({ kind, name, action, count }: Part): string {
  const what =
    kind === 'header' ? `the ${name.replace(/_id$/, '').replaceAll('_', ' ')}` : `the ${kind} ${name}`;
  const times = count > 1 ? `, ${count} ${kind === 'datasheet' ? 'fields' : 'times'}` : '';
  return `${DONE[action] ?? action.replaceAll('_', ' ')} ${what}${times}`;
}
