/**
 * Assembles the content of a project revision from the sealed standards and datasheets it points to, for
 * signing and export (architecture §4; decisions P12, P18). Integrated content uses the loader of datasheets.
 */

import type { datasheetInternalActions } from '../../../shared/contracts/datasheets/internal.ts';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import { sha256 } from '../../../shared/hash.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type {
  ExportDatasheet,
  RevisionContent,
  SealedSection,
  StandardFingerprint,
} from '../certificates/revision-content.ts';
import { presentHeader } from '../header/present.ts';
import {
  type Manifest,
  type ManifestDatasheet,
  type ManifestStandard,
  sortStandards,
} from '../revisions/manifest.ts';
import { presentProjectRevision } from '../revisions/present.ts';
import type { RevisionWithManifest } from '../revisions/repository.ts';
import {
  buildSectionRows,
  findNearestHeading,
  headingPathOf,
  type SealedStandard,
  type SectionRow,
} from './section-rows.ts';

type SealedDatasheet = ResultOf<(typeof datasheetInternalActions)['datasheets.sealed']>['datasheets'][number];

interface AssembledRevision {
  content: RevisionContent;
  sections: SectionRow[];
}

/** The datasheets of one call; ten of the largest fit into one message on the bus. */
const BATCH_SIZE = 10;

/** The content of the standard revisions that a manifest pins, by revision id, without archived standards. */
export async function loadSealedStandards(
  manifest: Manifest,
  call: Call,
): Promise<Map<number, SealedStandard>> {
  const sealed = new Map<number, SealedStandard>();
  for (const { standard_revision, archived } of manifest.standards) {
    if (archived || sealed.has(standard_revision.id)) continue;
    sealed.set(
      standard_revision.id,
      await call.call('standards.sealed', { revision_id: standard_revision.id }),
    );
  }
  return sealed;
}

/** Sealed datasheet revisions by id. */
export async function loadSealedDatasheets(
  sheets: readonly ManifestDatasheet[],
  call: Call,
): Promise<Map<number, SealedDatasheet>> {
  const sealed = new Map<number, SealedDatasheet>();
  for (let at = 0; at < sheets.length; at += BATCH_SIZE) {
    const revision_ids = sheets.slice(at, at + BATCH_SIZE).map(({ revision_id }) => revision_id);
    const { datasheets } = await call.call('datasheets.sealed', { revision_ids });
    for (const datasheet of datasheets) sealed.set(datasheet.revision_id, datasheet);
  }
  return sealed;
}

/** The active datasheets of a manifest, in document order of their standards. */
export function listActiveDatasheets(manifest: Manifest): ManifestDatasheet[] {
  const place = new Map(sortStandards(manifest).map(({ standard_id }, index) => [standard_id, index]));
  const placeOf = ({ standard_id }: ManifestDatasheet): number =>
    place.get(standard_id) ?? manifest.standards.length;
  return manifest.datasheets.filter(({ archived }) => !archived).sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Loads everything a revision points to. @param sheets the datasheets to include; default: all active ones
 */
export async function assembleRevision(
  { revision, manifest }: RevisionWithManifest,
  call: Call,
  sheets: readonly ManifestDatasheet[] = listActiveDatasheets(manifest),
): Promise<AssembledRevision> {
  const standards = await loadSealedStandards(manifest, call);
  const datasheets = await loadSealedDatasheets(sheets, call);
  const sections = buildSectionRows(manifest, standards);
  const { content_hash: _, acknowledged: __, ...revisionShown } = presentProjectRevision(revision);
  return {
    sections,
    content: {
      schema_version: 1,
      project: { id: revision.project_id, ...presentHeader(revision.header, revision.companies) },
      revision: revisionShown,
      sections: sections.map(hashScopeStatement),
      standards: sortStandards(manifest)
        .filter(({ archived }) => !archived)
        .map((standard) => fingerprintStandard(standard, standards)),
      datasheets: sheets.map((sheet) => presentDatasheet(sheet, datasheets, standards, manifest)),
      files: manifest.files,
    },
  };
}

const hashScopeStatement = ({ scope_statement, withheld, ...row }: SectionRow): SealedSection => ({
  ...row,
  scope_statement_sha256: withheld ? null : sha256(scope_statement),
});

function fingerprintStandard(
  standard: ManifestStandard,
  sealed: ReadonlyMap<number, SealedStandard>,
): StandardFingerprint {
  const { standard_id, name, standard_revision } = standard;
  const { revision, fields } = requireSealed(sealed, standard_revision.id);
  return {
    standard_id,
    name,
    standard_revision,
    content_hash: revision.content_hash,
    template: presentTemplate(fields),
  };
}

/** The fields of a standard revision, as included with isVerbose. */
export const presentTemplate = (fields: SealedStandard['fields']): NonNullable<ExportDatasheet['template']> =>
  fields.map(
    ({ id, element_address, label, input_type, options, default_value, unit, starting_disposition }) => ({
      id,
      address: element_address,
      label,
      input_type,
      options,
      default_value,
      unit,
      starting_disposition,
    }),
  );

function presentDatasheet(
  sheet: ManifestDatasheet,
  datasheets: ReadonlyMap<number, SealedDatasheet>,
  standards: ReadonlyMap<number, SealedStandard>,
  manifest: Manifest,
): ExportDatasheet {
  const sealed = requireSealed(datasheets, sheet.revision_id);
  const pin = manifest.standards.find(({ standard_id }) => standard_id === sheet.standard_id);
  // In a draft a datasheet may be behind its pin: its fields are placed by the outline of the pin.
  const standard = pin && standards.get(pin.standard_revision.id);
  const headings = new Set(
    (standard?.elements ?? []).flatMap(({ address, attributes }) => (attributes.inToc ? [address] : [])),
  );
  const path = headingPathOf(manifest.sections, pin?.section_id ?? null);
  const bound = standards.get(sheet.standard_revision_id)?.revision;
  return {
    id: sheet.datasheet_id,
    name: sheet.name,
    scope: sealed.scope,
    revision: { id: sealed.revision_id, code: sealed.code },
    standard: { id: sheet.standard_id, name: pin?.name ?? '' },
    standard_revision: {
      id: sheet.standard_revision_id,
      code: bound?.code ?? '',
      fingerprint: bound?.content_hash ?? '',
    },
    section: pin?.section_id && path.length > 0 ? { id: pin.section_id, heading_path: path } : null,
    values: sealed.elements.map(({ element_id: _, ...field }) => ({
      ...field,
      section: findNearestHeading(field.address, headings),
    })),
  };
}

function requireSealed<T>(sealed: ReadonlyMap<number, T>, id: number): T {
  const object = sealed.get(id);
  if (object === undefined) throw new Error(`sealed object ${id} is missing`);
  return object;
}
