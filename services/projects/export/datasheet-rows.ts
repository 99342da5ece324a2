/**
 * The datasheets of an export: the members that the certificate signs directly, and the scope and values, which are
 * added when the export is built and are signed through the tree of the datasheet. Pure.
 */
import type { CertifiedDatasheet, ExportDatasheet } from '../certificates/revision-content.ts';
import type { Manifest, ManifestDatasheet, RevisionPin } from '../revisions/manifest.ts';
import { requireSealed, type SealedDatasheet } from './load-sealed.ts';
import { type CertifiedOutline, findNearestHeading, headingPathOf } from './section-rows.ts';

type DatasheetPlace = Omit<CertifiedDatasheet, 'tree'>;

/** The standard revision to which a datasheet is bound, as an export shows it. */
type BoundRevision = Pick<CertifiedOutline['revision'], 'code' | 'content_hash'>;

/**
 * Describes datasheets under the names and at the places of this manifest.
 * @param revisions the standard revisions to which they are bound, by id
 */
export function describeDatasheets(
  { standards, sections }: Manifest,
  revisions: ReadonlyMap<number, BoundRevision>,
): (sheet: ManifestDatasheet, code: string) => DatasheetPlace {
  const pins = new Map(
    standards.map(({ standard_id, name, section_id }) => {
      const path = headingPathOf(sections, section_id);
      const section = section_id && path.length > 0 ? { heading_path: path, id: section_id } : null;
      return [standard_id, { name, section }];
    }),
  );
  return ({ datasheet_id, name, standard_id, revision_id, standard_revision_id }, code) => {
    const pin = pins.get(standard_id);
    const bound = requireSealed(revisions, standard_revision_id);
    // Keys in canonical order (`writeContent`).
    return {
      id: datasheet_id,
      name,
      revision: { code, id: revision_id },
      section: pin?.section ?? null,
      standard: { id: standard_id, name: pin?.name ?? '' },
      standard_revision: {
        code: bound.code,
        fingerprint: bound.content_hash,
        id: standard_revision_id,
      },
    };
  };
}

/** The pin of each standard, for the sections of values. */
type Pins = ReadonlyMap<number, RevisionPin>;

/**
 * Adds scope and values. In a draft a datasheet may be behind its pin: its values are placed by the headings of
 * the pin.
 */
export function addValues(
  pins: Pins,
  outlines: ReadonlyMap<number, CertifiedOutline>,
): (place: DatasheetPlace, sealed: SealedDatasheet) => ExportDatasheet {
  const headings = new Map(
    [...outlines].map(([id, outline]) => [id, new Set(outline.headings.map(({ address }) => address))]),
  );
  return (place, { scope, values, proof_seed }) => {
    const addresses = headings.get(pins.get(place.standard.id)?.id ?? 0) ?? new Set<string>();
    return {
      ...place,
      scope,
      values: values.map((value) => ({ ...value, section: findNearestHeading(value.address, addresses) })),
      ...(proof_seed === undefined ? {} : { proof_seed }),
    };
  };
}

/** The fields of a standard revision, as included with isVerbose. */
export const presentTemplate = (
  fields: CertifiedOutline['fields'],
): NonNullable<ExportDatasheet['template']> =>
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
