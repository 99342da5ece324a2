/**
 * Endpoints of the members of a project: invite, list and remove members, list and withdraw pending invitations,
 * appoint the lead (decisions P10, P19).
 */
import { cappedListMembers, email, person, removal, withdrawal } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { member } from './shapes.ts';

const grantedRole = s.oneOf('ProjectViewer', 'ProjectEditor', 'ProjectAdmin');

/** Where an invitation was sent, with the role it gives once an account has verified the email. */
const invitation = s.named(
  'ProjectInvitation',
  s.object({
    id: s.uuidOf('projectInvitation'),
    email: s.text,
    permission_type: grantedRole,
    invited_by: person,
    invited_at: s.time,
  }),
);

export const projectMemberEndpoints = {
  'projects.invite': endpoint({
    http: 'POST /api/projects/:projectId/invite',
    group: 'projects',
    summary: 'Invites a person by email, or changes the role of a member',
    description:
      'An account with this email has the role at once; otherwise the invitation is pending until an account has registered and verified the email. Both get the same response, and a mail. Inviting a member or an invited email again changes the role. The role of the lead is changed only by appointing another one: 409 LEAD_ROLE_FIXED. A project without a company is 409 project_needs_company with metadata.companies; its creator sends adopt_company_id. An invitation is never refused for want of a seat: members of the owner company count as seats, others use a free seat of their own company, else a trial of 14 days, which begins with their first change of the draft and ends as ProjectViewer. At most 3 invitations a day go to one email, and 50 come from one account (RATE_LIMIT_INVITATIONS), then 429; a new role of a member does not count.',
    auth: 'session_only',
    permissions: ['project:update'],
    on: { resource: 'project', by: 'projectId' },
    mutates: true,
    path: { projectId: s.idOf('project') },
    body: {
      email,
      permission_type: grantedRole,
      adopt_company_id: {
        ...s.optional(s.idOf('company')),
        description:
          'Only after a 409 project_needs_company: assigns the project to this company permanently. Only the creator of the project may choose',
      },
    },
    returns: s.object({ email: s.text, permission_type: grantedRole, status: s.oneOf('invited') }),
    errors: [
      'project_needs_company',
      'DELEGATED_ACCESS_REFUSED',
      'COMPANY_NOT_ALLOWED',
      'LEAD_ROLE_FIXED',
      'QUOTA_EXCEEDED',
    ],
    rules: 'P10 P15 Y7 P19 G10 H30 R-159 R-204',
  }),
  'projects.members.list': endpoint({
    http: 'GET /api/projects/:id/members',
    group: 'projects',
    summary: 'Lists the people with a role given on the project itself',
    description:
      'Members of the owner company without such a role are not listed. role is the role that counts now: ProjectViewer after a lapsed trial. At most 1,000 rows; truncated is true when there are more.',
    auth: 'key_or_session',
    permissions: ['project:read'],
    on: { resource: 'project', by: 'id' },
    mutates: false,
    path: { id: s.idOf('project') },
    returns: s.object({ members: s.list(member), ...cappedListMembers }),
    extension: true,
    rules: 'P19',
  }),
  'projects.members.remove': endpoint({
    http: 'DELETE /api/projects/:id/members/:userId',
    group: 'projects',
    summary: 'Removes a member, or oneself, from a project',
    description:
      'Others need project:update; a member may remove itself. A role through the owner company remains. The lead cannot be removed: 409 LEAD_ROLE_FIXED. A pending sponsorship request of the member is deleted; a trial is not granted again. Pending invitations that the member sent are withdrawn.',
    auth: 'session_only',
    permissions: [],
    optionalPermissions: ['project:update'],
    on: { resource: 'project', by: 'id' },
    mutates: true,
    path: { id: s.idOf('project'), userId: s.idOf('user') },
    returns: removal,
    errors: ['LEAD_ROLE_FIXED', 'PERMISSION_DENIED'],
    extension: true,
    rules: 'P19 G10',
  }),
  'projects.invitations.list': endpoint({
    http: 'GET /api/projects/:id/invitations',
    group: 'projects',
    summary: 'Lists the pending invitations of the project, by email',
    description: 'At most 1,000 rows; truncated is true when there are more.',
    auth: 'key_or_session',
    permissions: ['project:update'],
    on: { resource: 'project', by: 'id' },
    mutates: false,
    path: { id: s.idOf('project') },
    returns: s.object({ invitations: s.list(invitation), ...cappedListMembers }),
    extension: true,
    rules: 'P10 P19',
  }),
  'projects.invitations.withdraw': endpoint({
    http: 'DELETE /api/projects/:id/invitations/:invitationId',
    group: 'projects',
    summary: 'Withdraws a pending invitation',
    description: 'An account that verifies the email afterwards has no role on the project.',
    auth: 'session_only',
    permissions: ['project:update'],
    on: { resource: 'project', by: 'id' },
    mutates: true,
    path: { id: s.idOf('project'), invitationId: s.uuidOf('projectInvitation') },
    returns: withdrawal,
    extension: true,
    rules: 'P10 P19 G10',
  }),
  'projects.lead.appoint': endpoint({
    http: 'POST /api/projects/:id/lead',
    group: 'projects',
    summary: 'Appoints the project lead, or transfers the role',
    description:
      'Needs company:administer on the company that owns the project; the new lead is a member of it, else 400 NOT_A_COMPANY_MEMBER. The former lead becomes ProjectAdmin in the same step. A lead uses one of the seats of the company (409 SEAT_LIMIT_REACHED) and one of the slots for projects that one person may lead (409 SLOT_LIMIT_REACHED). Seats are counted by person, over the roles given on projects; a role held only through the company uses none. changed is false when the person leads the project already.',
    auth: 'session_only',
    permissions: ['company:administer'],
    on: { resource: 'project', by: 'id', permissions: [] },
    mutates: true,
    path: { id: s.idOf('project') },
    body: { userId: s.idOf('user') },
    returns: s.object({
      project_id: s.idOf('project'),
      changed: s.boolean,
      lead: member,
      former_lead: s.nullable(member),
    }),
    errors: ['NOT_A_COMPANY_MEMBER', 'SEAT_LIMIT_REACHED', 'SLOT_LIMIT_REACHED'],
    rules: 'P9 P19 X11 G10 R-207 R-208',
  }),
} as const;
