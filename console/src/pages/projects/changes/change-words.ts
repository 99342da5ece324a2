/** The words of changes of a project, and where what they name is: behind the name of who made them they are sentences. */
import type { EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';
import { hrefOf } from '../../../location.ts';

export type Change = EndpointResult<'projects.changes'>['changes'][number];
export type Subject = NonNullable<Change['subject']>;
export type Part = Change['parts'][number];

/** What was done, and with what where its name is not known. */
export const SAID: Readonly<Record<Change['kind'], readonly [verb: string, what?: string]>> = {
  created: ['created the project'],
  draft_opened: ['opened the draft'],
  draft_changed: ['changed the draft'],
  draft_discarded: ['discarded the draft'],
  published: ['published', 'a revision'],
  archived: ['archived the project'],
  unarchived: ['made the project active again'],
  member_added: ['added', 'a member'],
  member_role_changed: ['changed the role of', 'a member'],
  member_removed: ['removed', 'a member'],
  lead_changed: ['gave the lead to', 'another member'],
  seat_changed: ['changed the seat of', 'a member'],
  invitation_sent: ['sent', 'an invitation'],
  invitation_changed: ['changed', 'an invitation'],
  invitation_withdrawn: ['withdrew', 'an invitation'],
  invitation_claimed: ['accepted', 'an invitation'],
  sponsorship_requested: ['asked for', 'a seat'],
  sponsorship_approved: ['approved', 'a request for a seat'],
  sponsorship_declined: ['declined', 'a request for a seat'],
  company_assigned: ['gave the project its company'],
  section_adopted: ['took over', 'a section'],
  comment_created: ['wrote', 'a comment'],
  comment_changed: ['changed', 'a comment'],
  comment_forwarded: ['forwarded', 'a comment'],
  comment_resolved: ['resolved', 'a comment'],
  comment_deleted: ['deleted', 'a comment'],
  file_deleted: ['deleted', 'a file'],
  file_changed: ['changed', 'a file'],
  folder_created: ['created', 'a folder'],
  folder_changed: ['changed', 'a folder'],
  folder_deleted: ['deleted', 'a folder'],
  folders_reordered: ['put the folders in another order'],
  standard_created: ['created', 'a standard of the project'],
  standard_changed: ['changed the details of', 'a standard of the project'],
  standard_published: ['published', 'a standard of the project'],
  standard_deleted: ['deleted', 'a standard of the project'],
  working_copy_changed: ['edited', 'a standard of the project'],
  library_created: ['created', 'a library of the project'],
  library_changed: ['changed', 'a library of the project'],
};

/** What a subject is called in front of its name; a person has the name alone. */
export const NOUNS: Readonly<Record<Subject['type'] | 'datasheet' | 'header', string>> = {
  member: '',
  invitation: '',
  sponsorship_request: '',
  section: 'the section ',
  comment: '',
  file: 'the file ',
  folder: 'the folder ',
  standard: 'the standard ',
  library: 'the library ',
  datasheet: 'the datasheet ',
  header: 'the ',
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

export const doneWith = (action: string): string => DONE[action] ?? action.replaceAll('_', ' ');

/** The page of what is named. @param name of a file, by which it is found */
export function pageOf(
  projectId: number,
  type: Subject['type'] | Part['kind'],
  id: string,
  name: string,
): string {
  const at = `/projects/${projectId}`;
  switch (type) {
    case 'header':
      return hrefOf(at);
    case 'standard':
      return hrefOf(`${at}/standards/${id}`);
    case 'datasheet':
      return hrefOf(`${at}/datasheets/${id}`);
    case 'file':
      return hrefOf(`${at}/files`, { words: name });
    case 'folder':
      return hrefOf(`${at}/files`, { folder: id });
    case 'comment':
      return `${hrefOf(`${at}/comments`)}#comment-${id}`;
    case 'section':
    case 'library':
      return hrefOf(`${at}/standards`);
    default:
      return hrefOf(`${at}/members`);
  }
}
