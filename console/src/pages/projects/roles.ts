/** The roles on a project in words; the lead is appointed, the others are given. */

export const ROLES = {
  ProjectViewer: 'viewer',
  ProjectEditor: 'editor',
  ProjectAdmin: 'administrator',
  ProjectOwner: 'lead',
} as const;

export const GRANTED_ROLES = ['ProjectViewer', 'ProjectEditor', 'ProjectAdmin'] as const;
