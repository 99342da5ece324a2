/**
 * Endpoints of editing seats: the source of the caller's seat, acknowledgement of a lapsed trial, sponsorship
 * requests, and decisions on them by the owner company (decisions P9, P19).
 */
import { idAndName, pageParams } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { projectRole } from './internal.ts';

const sponsoredRole = s.oneOf('ProjectEditor', 'ProjectAdmin');
const requestStatus = s.oneOf('pending', 'approved', 'declined');

const sponsorshipRequest = s.named(
  'SponsorshipRequest',
  s.object({
    id: s.idOf('sponsorshipRequest'),
    project_id: s.idOf('project'),
    user: idAndName('user'),
    requested_role: sponsoredRole,
    status: requestStatus,
    created_at: s.time,
  }),
);

const decision = {
  group: 'companies',
  auth: 'session_only',
  permissions: ['company:administer'],
  on: { resource: 'company', by: 'id' },
  mutates: true,
  path: { id: s.idOf('company'), requestId: s.idOf('sponsorshipRequest') },
  returns: sponsorshipRequest,
  extension: true,
} as const;

export const seatEndpoints = {
  'projects.seatProvenance': endpoint({
    http: 'GET /api/projects/:projectId/seat-provenance',
    group: 'projects',
    summary: "Returns the source of the caller's editing seat",
    description:
      'funding: own_staff (of the company that owns the project), own_seat (of the caller’s own company), sponsored (by the owner company), trial, or none without an authoring role. trialEndsAt is null until the trial begins, with the first change of the draft; it lasts 14 days. lapsedFromRole is the role held before a trial ended, until the lapse is acknowledged. 404 without access to the project.',
    auth: 'key_or_session',
    permissions: [],
    on: { resource: 'project', by: 'projectId' },
    mutates: false,
    path: { projectId: s.idOf('project') },
    returns: s.named(
      'SeatProvenance',
      s.object({
        funding: s.oneOf('own_staff', 'own_seat', 'trial', 'sponsored', 'none'),
        role: projectRole,
        trialEndsAt: s.nullable(s.time),
        lapsedFromRole: s.nullable(projectRole),
        pendingSponsorshipRequest: s.nullable(sponsorshipRequest),
        trialSpent: s.boolean,
        canRequestSponsorship: s.boolean,
      }),
    ),
    volatile: true,
    rules: 'P9 P13 P19',
  }),
  'projects.seatProvenance.acknowledgeLapse': endpoint({
    http: 'POST /api/projects/:projectId/seat-provenance/acknowledge-lapse',
    group: 'projects',
    summary: 'Clears the lapsed-trial marker',
    description: 'acknowledged is false when no lapse is marked. The role stays ProjectViewer.',
    auth: 'session_only',
    permissions: [],
    on: { resource: 'project', by: 'projectId' },
    mutates: true,
    path: { projectId: s.idOf('project') },
    returns: s.object({ acknowledged: s.boolean }),
    rules: 'P19',
  }),
  'projects.sponsorshipRequests.create': endpoint({
    http: 'POST /api/projects/:projectId/sponsorship-requests',
    group: 'projects',
    summary: 'Asks the owner company to sponsor an editing seat',
    description:
      'For people outside the owner company without an authoring role; others get 409 SPONSORSHIP_NOT_NEEDED. requestedRole defaults to the role held before a trial ended, else ProjectEditor. A second request while one is pending is 409 SPONSORSHIP_PENDING. The administrators of the owner company are notified.',
    auth: 'session_only',
    permissions: [],
    on: { resource: 'project', by: 'projectId' },
    mutates: true,
    path: { projectId: s.idOf('project') },
    body: { requestedRole: s.optional(sponsoredRole) },
    success: 201,
    location: '/api/projects/:projectId/changes',
    returns: sponsorshipRequest,
    errors: ['SPONSORSHIP_NOT_NEEDED', 'SPONSORSHIP_PENDING'],
    rules: 'P9 P19 G10 R-168',
  }),
  'companies.sponsorshipRequests.list': endpoint({
    http: 'GET /api/companies/:id/sponsorship-requests',
    group: 'companies',
    summary: 'Lists the sponsorship requests to the company, newest first',
    auth: 'key_or_session',
    permissions: ['company:administer'],
    on: { resource: 'company', by: 'id' },
    mutates: false,
    path: { id: s.idOf('company') },
    query: { status: s.optional(requestStatus), ...pageParams(50, 200) },
    returns: s.object({
      requests: s.list(sponsorshipRequest),
      total: s.integer,
      limit: s.integer,
      offset: s.integer,
    }),
    extension: true,
    rules: 'P9 P19 G20',
  }),
  'companies.sponsorshipRequests.approve': endpoint({
    ...decision,
    http: 'POST /api/companies/:id/sponsorship-requests/:requestId/approve',
    summary: 'Approves a sponsorship request and assigns a seat',
    description:
      'The person has the requested role at once and uses one of the seats of the company: 409 SEAT_LIMIT_REACHED when none is free. A request is decided once: 409 SPONSORSHIP_DECIDED.',
    errors: ['SPONSORSHIP_DECIDED', 'SEAT_LIMIT_REACHED', 'PROJECT_ARCHIVED'],
    rules: 'P9 P19 G10',
  }),
  'companies.sponsorshipRequests.decline': endpoint({
    ...decision,
    http: 'POST /api/companies/:id/sponsorship-requests/:requestId/decline',
    summary: 'Declines a sponsorship request',
    description:
      'The person keeps the present role and may ask again. A request is decided once: 409 SPONSORSHIP_DECIDED.',
    errors: ['SPONSORSHIP_DECIDED', 'PROJECT_ARCHIVED'],
    rules: 'P9 P19',
  }),
} as const;
