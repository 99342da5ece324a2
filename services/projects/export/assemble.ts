/** Putting a project revision together from the sealed objects it points to (architecture §4; decisions P12, P18). */

import type { datasheetsInternal } from '../../../shared/contracts/datasheets/internal.ts';
import type { Result } from '../../../shared/contracts/endpoint.ts';
import type { exportDatasheet } from '../../../shared/contracts/projects/export.ts';
import type { headerShown, revisionShown } from '../../../shared/contracts/projects/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { sha256Hex } from '../../../shared/revisioning/canonical.ts';
import { presentHeader, presentRevision } from '../header/present.ts';
import { type HeldDatasheet, type HeldFile, type HeldStandard, type Manifest, orderStandards } from '../revisions/manifest.ts';
import type { FullRevision } from '../revisions/repository.ts';
import { nearestHeading, type SealedStandard, type SectionRow, sectionPath, sectionTree } from './section-tree.ts';

type SealedDatasheet = Result<(typeof datasheetsInternal)['datasheets.sealed']>['datasheets'][number];
export type ExportDatasheet = Infer<typeof exportDatasheet>;

/** A pin with what identifies its content. */
export interface Fingerprint {
  standard_id: number;
  name: string;
  standard_revision: { id: number; code: string };
  content_hash: string;
  /** The fields every datasheet of this revision has. */
  template: NonNullable<ExportDatasheet['template']>;
}

/** A scope statement stands as its hash, so that text which is withheld later leaves nowhere; null: withheld when it was sealed. */
export type SealedSection = Omit<SectionRow, 'scope_statement' | 'withheld'> & { scope_statement_sha256: string | null };

/** What the certificate of a revision vouches for. */
export interface Content {
  schema_version: 1;
  project: { id: number } & Infer<typeof headerShown>;
  revision: Omit<Infer<typeof revisionShown>, 'content_hash'>;
  sections: SealedSection[];
  standards: Fingerprint[];
  datasheets: ExportDatasheet[];
  files: HeldFile[];
}

export interface Assembled {
  content: Content;
  sections: SectionRow[];
}

/** Few enough for one message on the bus, also with the fullest datasheets. */
const BATCH = 10;

/** The content of the standard revisions a manifest pins, by revision id; archived standards are left out. */
export async function sealedStandards(manifest: Manifest, call: Call): Promise<Map<number, SealedStandard>> {
  const sealed = new Map<number, SealedStandard>();
  for (const { standard_revision, archived } of manifest.standards) {
    if (archived || sealed.has(standard_revision.id)) continue;
    sealed.set(standard_revision.id, await call.call('standards.sealed', { revision_id: standard_revision.id }));
  }
  return sealed;
}

/** Sealed datasheet revisions by id. */
export async function sealedDatasheets(sheets: readonly HeldDatasheet[], call: Call): Promise<Map<number, SealedDatasheet>> {
  const sealed = new Map<number, SealedDatasheet>();
  for (let at = 0; at < sheets.length; at += BATCH) {
    const revision_ids = sheets.slice(at, at + BATCH).map(({ revision_id }) => revision_id);
    const { datasheets } = await call.call('datasheets.sealed', { revision_ids });
    for (const datasheet of datasheets) sealed.set(datasheet.revision_id, datasheet);
  }
  return sealed;
}

/** The active datasheets of a manifest, in document order of their standards. */
export function activeDatasheets(manifest: Manifest): HeldDatasheet[] {
  const place = new Map(orderStandards(manifest).map(({ standard_id }, index) => [standard_id, index]));
  const placeOf = ({ standard_id }: HeldDatasheet): number => place.get(standard_id) ?? manifest.standards.length;
  return manifest.datasheets.filter(({ archived }) => !archived).sort((a, b) => placeOf(a) - placeOf(b));
}

/** A revision with everything it points to. `sheets` picks datasheets; default: all that are active. */
export async function assemble(
  { revision, manifest }: FullRevision,
  call: Call,
  sheets: readonly HeldDatasheet[] = activeDatasheets(manifest),
): Promise<Assembled> {
  const standards = await sealedStandards(manifest, call);
  const datasheets = await sealedDatasheets(sheets, call);
  const sections = sectionTree(manifest, standards);
  const { content_hash: _, ...revisionShown } = presentRevision(revision);
  return {
    sections,
    content: {
      schema_version: 1,
      project: { id: revision.project_id, ...presentHeader(revision.header, revision.companies) },
      revision: revisionShown,
      sections: sections.map(sealSection),
      standards: orderStandards(manifest)
        .filter(({ archived }) => !archived)
        .map((held) => fingerprintOf(held, standards)),
      datasheets: sheets.map((sheet) => presentSheet(sheet, datasheets, standards, manifest)),
      files: manifest.files,
    },
  };
}

const sealSection = ({ scope_statement, withheld, ...row }: SectionRow): SealedSection => ({
  ...row,
  scope_statement_sha256: withheld ? null : sha256Hex(scope_statement),
});

function fingerprintOf(held: HeldStandard, sealed: ReadonlyMap<number, SealedStandard>): Fingerprint {
  const { standard_id, name, standard_revision } = held;
  const { revision, fields } = present(sealed, standard_revision.id);
  return { standard_id, name, standard_revision, content_hash: revision.content_hash, template: templateOf(fields) };
}

/** The fields of a standard revision as isVerbose adds them. */
export const templateOf = (fields: SealedStandard['fields']): NonNullable<ExportDatasheet['template']> =>
  fields.map(({ id, element_address, label, input_type, options, default_value, unit, starting_disposition }) => ({
    id,
    address: element_address,
    label,
    input_type,
    options,
    default_value,
    unit,
    starting_disposition,
  }));

function presentSheet(
  sheet: HeldDatasheet,
  datasheets: ReadonlyMap<number, SealedDatasheet>,
  standards: ReadonlyMap<number, SealedStandard>,
  manifest: Manifest,
): ExportDatasheet {
  const sealed = present(datasheets, sheet.revision_id);
  const held = manifest.standards.find(({ standard_id }) => standard_id === sheet.standard_id);
  // A draft may be exported while a datasheet is behind its pin: its fields are placed by the outline of the pin then.
  const standard = held && standards.get(held.standard_revision.id);
  const headings = new Set((standard?.elements ?? []).flatMap(({ address, attributes }) => (attributes.inToc ? [address] : [])));
  const path = sectionPath(manifest.sections, held?.section_id ?? null);
  const bound = standards.get(sheet.standard_revision_id)?.revision;
  return {
    id: sheet.datasheet_id,
    name: sheet.name,
    scope: sealed.scope,
    revision: { id: sealed.revision_id, code: sealed.code },
    standard: { id: sheet.standard_id, name: held?.name ?? '' },
    standard_revision: { id: sheet.standard_revision_id, code: bound?.code ?? '', fingerprint: bound?.content_hash ?? '' },
    section: held?.section_id && path.length > 0 ? { id: held.section_id, heading_path: path } : null,
    values: sealed.elements.map(({ element_id: _, ...field }) => ({
      ...field,
      section: nearestHeading(field.address, headings),
    })),
  };
}

function present<T>(sealed: ReadonlyMap<number, T>, id: number): T {
  const found = sealed.get(id);
  if (found === undefined) throw new Error(`sealed object ${id} is missing`);
  return found;
}
