/** Endpoints that read and accept the Contributor License Agreement (decisions A5, A20). */
import { endpoint } from '../endpoint.ts';
import { SITE_ROLES } from '../permissions.ts';
import * as s from '../schema.ts';

const agreementMembers = {
  id: s.idOf('agreement'),
  version: s.integer,
  content: s.text,
  effective_date: s.time,
  accepted: s.boolean,
  accepted_version: s.nullable(s.integer),
  accepted_at: s.nullable(s.time),
} as const;

const agreementState = s.named(
  'AgreementState',
  /** `site_roles` of the account, once it has accepted. */
  s.object({ ...agreementMembers, site_roles: s.optional(s.list(s.oneOf(...SITE_ROLES))) }),
);

export const agreementEndpoints = {
  'account.cla.get': endpoint({
    http: 'GET /api/account/cla',
    group: 'account',
    summary: "Returns the Contributor License Agreement in force and the caller's acceptance",
    description:
      'content is markdown. accepted says whether this version is accepted; accepted_version and accepted_at are those of the newest version the account has accepted. An account that accepted an earlier version keeps the contributor role.',
    auth: 'key_or_session',
    permissions: [],
    mutates: false,
    returns: agreementState,
    etag: 'bytes',
    rules: 'A20',
  }),
  'account.cla.accept': endpoint({
    http: 'POST /api/account/cla/accept',
    group: 'account',
    summary: 'Accepts the Contributor License Agreement',
    description:
      'Grants the SiteContributor role. document_id is the id from GET /api/account/cla; any other is 409 CLA_VERSION_STALE. Accepting twice changes nothing. Where an administrator has withheld contribution rights the acceptance is recorded and the response is 403 CONTRIBUTION_BARRED.',
    auth: 'key_or_session',
    permissions: [],
    mutates: true,
    body: { document_id: s.idOf('agreement') },
    returns: agreementState,
    errors: ['CLA_VERSION_STALE', 'CONTRIBUTION_BARRED'],
    tool: { idempotent: true },
    rules: 'R-148 R-149 R-150 R-160 R-197 R-209 A5 A20',
  }),
} as const;
