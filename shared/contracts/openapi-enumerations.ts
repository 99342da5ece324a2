/**
 * Names the lists of values in the OpenAPI document, so that each is one type in generated clients: a schema with such a
 * list refers to the name, one with a single value is a constant.
 */
import {
  CONSTRAINTS,
  ELEMENT_KINDS,
  INPUT_TYPES,
  STARTING_DISPOSITIONS,
} from '../revisioning/outline/outline.ts';
import { DATASHEET_SEVERITIES } from './datasheets/shapes.ts';
import { DOCUMENT_FORMATS, SPREADSHEET_FORMATS } from './document-shapes.ts';
import { DOCUMENT_TYPES, REVIEW_STATUSES } from './files/vocabulary.ts';
import type { JsonSchemaObject } from './json-schema.ts';
import { KEY_PRESETS } from './key-presets.ts';
import { COMPANY_ROLES, PROJECT_ROLES, SITE_ROLES, WIKI_STANDARD_ROLES } from './permissions.ts';
import { INELIGIBLE_REASONS } from './projects/vocabulary.ts';
import { ERRATUM_SEVERITIES, RECOMMENDED_ACTIONS } from './wiki-moderation/errata.ts';
import { MODERATION_ACTIONS, MODERATION_REASONS } from './wiki-moderation/moderation-reasons.ts';
import { EDITION_STATUSES } from './wiki-moderation/shapes.ts';

const ENUMERATIONS: Readonly<Record<string, readonly (string | number)[]>> = {
  AdoptedRevisionStatus: [...EDITION_STATUSES, 'revoked'],
  CategoryDisposition: ['reassign', 'promote', 'cascade'],
  CompanyRole: COMPANY_ROLES,
  ConflictChoice: ['mine', 'theirs'],
  CopyStatus: ['queued', 'running', 'done', 'failed'],
  DatasheetSeverity: DATASHEET_SEVERITIES,
  DocumentFormat: DOCUMENT_FORMATS,
  DocumentType: DOCUMENT_TYPES,
  DraftPart: ['header', 'standard', 'datasheet', 'section', 'file'],
  ElementKind: ELEMENT_KINDS,
  ErratumSeverity: ERRATUM_SEVERITIES,
  ErratumStatus: ['active', 'withdrawn'],
  FieldConstraint: CONSTRAINTS,
  FieldInputType: INPUT_TYPES,
  FileStatus: REVIEW_STATUSES,
  GrantedProjectRole: PROJECT_ROLES.slice(0, 3),
  HoldLevel: [1, 2],
  IneligibleReason: INELIGIBLE_REASONS,
  KeyPreset: KEY_PRESETS,
  MatterState: ['open', 'resolved'],
  MergedChange: ['changed', 'added', 'deleted'],
  ModerationAction: MODERATION_ACTIONS,
  ModerationReason: MODERATION_REASONS,
  NoticeScope: ['clauses', 'edition', 'standard'],
  ProjectRole: PROJECT_ROLES,
  RecommendedAction: RECOMMENDED_ACTIONS,
  ResponseFormat: ['verbose', 'compact'],
  RevisionChange: ['added', 'removed', 'changed', 'moved'],
  ServiceState: ['up', 'down'],
  SiteRole: SITE_ROLES,
  SpreadsheetFormat: SPREADSHEET_FORMATS,
  SponsoredRole: ['ProjectEditor', 'ProjectAdmin'],
  SponsorshipStatus: ['pending', 'approved', 'declined'],
  StandardPartKind: ['clause', 'field'],
  StartingDisposition: STARTING_DISPOSITIONS,
  WikiRole: WIKI_STANDARD_ROLES,
  WordsFormat: ['json', 'markdown', ...DOCUMENT_FORMATS],
};

const NAMES = new Map(Object.entries(ENUMERATIONS).map(([name, values]) => [JSON.stringify(values), name]));

/** The same document part, whose lists of values refer to names. @param used collects the names */
export function nameEnumerations<T>(part: T, used: Set<string>): T;
export function nameEnumerations(part: unknown, used: Set<string>): unknown {
  if (Array.isArray(part)) return part.map((item) => nameEnumerations(item, used));
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.entries(part).map(([name, value]) => [
    name,
    name === 'example' ? value : nameEnumerations(value, used),
  ]);
  return named(Object.fromEntries(members), used);
}

function named({ type, enum: values, ...others }: JsonSchemaObject, used: Set<string>): JsonSchemaObject {
  if (!Array.isArray(values)) return { ...(type === undefined ? {} : { type }), ...others };
  if (values.includes(null)) {
    const only = values.filter((value) => value !== null);
    const [first] = Array.isArray(type) ? type : [type];
    return { anyOf: [named({ type: first, enum: only }, used), { type: 'null' }], ...others };
  }
  if (values.length === 1) return { type, const: values[0], ...others };
  const name = NAMES.get(JSON.stringify(values));
  if (name === undefined) return { type, enum: values, ...others };
  used.add(name);
  return { $ref: `#/components/schemas/${name}`, ...others };
}

/** The schemas of the names that are used. */
export const enumerationSchemas = (used: ReadonlySet<string>): JsonSchemaObject =>
  Object.fromEntries(
    Object.entries(ENUMERATIONS).flatMap(([name, values]) =>
      used.has(name)
        ? [[name, { type: typeof values[0] === 'number' ? 'integer' : 'string', enum: [...values] }]]
        : [],
    ),
  );
