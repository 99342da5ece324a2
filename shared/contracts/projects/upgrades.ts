/**
 * Endpoints that show how far the datasheets, standards and library copies of a project are behind, and what
 * upgrading its datasheets would mean (decisions P17, D7, W16, X11). `../datasheets/upgrading.ts` applies upgrades.
 */
import { idAndName, revisionRef } from '../common-shapes.ts';
import { shiftedValueCount } from '../datasheets/shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { revisionIdParam } from './shapes.ts';

const datasheetBehind = s.named(
  'DatasheetBehind',
  s.object({
    ...idAndName('datasheet').props,
    standardId: s.idOf('standard'),
    /** Null for a revision that the caller may not reach (X11). */
    currentStandardRevisionId: s.nullable(s.idOf('standardRevision')),
    pinned: revisionRef,
  }),
);

const standardBehind = s.named(
  'StandardBehind',
  s.object({
    standardId: s.idOf('standard'),
    name: s.text,
    heldRevisionId: s.idOf('standardRevision'),
    heldRevisionCode: s.text,
    currentRevisionId: s.idOf('standardRevision'),
    currentRevisionCode: s.text,
  }),
);

/** A standard that was adopted from another edition than the wiki has now, or whose edition is revoked (W16). */
const standardBehindWiki = s.named(
  'StandardBehindWiki',
  s.object({
    standardId: s.idOf('standard'),
    name: s.text,
    wikiStandardId: s.uuidOf('wikiStandard'),
    heldAdoptedRevisionId: s.uuidOf('edition'),
    heldRevoked: s.boolean,
    heldRevocationLevel: s.nullable(s.integer),
    replacementMarked: s.boolean,
    /** The library has a revision of the offered edition, to which the pin can move. */
    upgradeAvailable: s.boolean,
    offeredAdoptedRevisionId: s.nullable(s.uuidOf('edition')),
    offeredIsMarkedReplacement: s.boolean,
    holdingScope: s.nullable(s.oneOf('standard')),
    upgradeClearsHold: s.boolean,
    upgradeNote: s.nullable(s.text),
  }),
);

const plannedDatasheet = s.named(
  'PlannedDatasheetUpgrade',
  s.object({
    ...idAndName('datasheet').props,
    needsUpgrade: s.boolean,
    currentStandardRevisionId: s.idOf('standardRevision'),
    /** Null where no plan could be built. */
    conflictCount: s.nullable(s.integer),
    additions: s.nullable(s.integer),
    removals: s.nullable(s.integer),
    modifications: s.nullable(s.integer),
    warnings: s.list(shiftedValueCount),
  }),
);

export const projectUpgradeEndpoints = {
  'projects.upgradeStatus': endpoint({
    http: 'GET /api/projects/:id/upgrade-status',
    group: 'projects',
    summary: 'Reports datasheets behind, standards behind and library standards behind the wiki',
    description:
      'datasheetsBehind: not on the revision that the project pins, which blocks publishing. standardsBehind: the project pins an older revision than the current one that the caller may reach; advisory. repositoryBehindWiki: adopted from another edition than the current one of its wiki page, or from a revoked edition, which is offered its marked replacement only. heldRevoked true with upgradeAvailable false blocks publishing: remove or swap the standard. Archived standards and datasheets do not count. checked counts what was compared; each list stops at 1,000 rows, then truncated is true.',
    auth: 'key_or_session',
    permissions: ['project:read'],
    optionalPermissions: ['project:draft:view', 'project:revision:view'],
    on: { resource: 'project', by: 'id' },
    mutates: false,
    path: { id: s.idOf('project') },
    query: { revisionId: revisionIdParam },
    returns: s.named(
      'ProjectUpgradeStatus',
      s.object({
        revision_id: s.nullable(s.idOf('projectRevision')),
        datasheetsBehind: s.list(datasheetBehind),
        standardsBehind: s.list(standardBehind),
        repositoryBehindWiki: s.list(standardBehindWiki),
        checked: s.object({ standards: s.integer, datasheets: s.integer }),
        upToDate: s.boolean,
        truncated: s.boolean,
      }),
    ),
    etag: 'bytes',
    rules: 'P13 W16 X11 X14 R-240 R-241 R-294',
  }),
  'projects.upgradePlan': endpoint({
    http: 'GET /api/projects/:id/upgrade-plan',
    group: 'projects',
    summary: 'Previews the upgrade of the datasheets of the draft to the pinned revisions',
    description:
      'A row for each standard of the draft that is not archived: its target is the revision that the draft pins, and every datasheet has the counts of its upgrade, 0 when it is on the target. Where the plan of a datasheet cannot be built, its counts are null and planError of the row says why. warnings names each clause whose text became that of another, with the number of recorded values that stay with it; the values are in the upgrade plan of the datasheet. Upgrade with POST /api/standards/:standardId/batch-upgrade.',
    auth: 'key_or_session',
    permissions: ['project:draft:edit'],
    on: { resource: 'project', by: 'id' },
    needsDraft: 409,
    mutates: false,
    path: { id: s.idOf('project') },
    returns: s.named(
      'ProjectUpgradePlan',
      s.object({
        standards: s.list(
          s.object({
            standardId: s.idOf('standard'),
            name: s.text,
            target: revisionRef,
            datasheets: s.list(plannedDatasheet),
            planError: s.nullable(s.text),
          }),
        ),
        total: s.integer,
      }),
    ),
    etag: 'bytes',
    rules: 'P17 D7 Y12 G9 X14 R-275',
  }),
} as const;
