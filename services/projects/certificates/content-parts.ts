/**
 * The parts of the content of a revision, which are the leaves of the tree in its certificate: every member of
 * the content is in exactly one of them, except the seed of their salts (docs/verification.md). Also writes
 * the canonical text of new content with its parts. Pure.
 *
 * Parts are built with their keys in canonical order, so `JSON.stringify` of a part is canonical JSON where
 * the content was read from its canonical text.
 */
import { toCanonicalJson } from '../../../shared/revisioning/outline/canonical-json.ts';
import type { CertifiedDatasheet, RevisionContent, StandardFingerprint } from './revision-content.ts';

type StandardPart = Omit<StandardFingerprint, 'template'>;

/** One leaf. It names its standard or datasheet, so that it can be read on its own. */
export type ContentPart =
  | {
      document: Omit<RevisionContent, 'proof_seed' | 'sections' | 'standards' | 'datasheets' | 'files'>;
      part: 'document';
    }
  | { part: 'section'; section: RevisionContent['sections'][number] }
  | { part: 'standard'; standard: StandardPart }
  | {
      field: StandardFingerprint['template'][number];
      part: 'field';
      standard: Pick<StandardPart, 'name' | 'standard_id' | 'standard_revision'>;
    }
  | { datasheet: CertifiedDatasheet; part: 'datasheet' }
  | { file: RevisionContent['files'][number]; part: 'file' };

/** The parts in the order of the content. @param content as read from its canonical text */
export function listParts({
  proof_seed: _,
  sections,
  standards,
  datasheets,
  files,
  ...document
}: RevisionContent): ContentPart[] {
  return [
    { document, part: 'document' },
    ...sections.map((section): ContentPart => ({ part: 'section', section })),
    ...standards.flatMap(partsOfStandard),
    ...datasheets.map((datasheet): ContentPart => ({ datasheet, part: 'datasheet' })),
    ...files.map((file): ContentPart => ({ file, part: 'file' })),
  ];
}

/** The canonical JSON of each part. */
export const textsOfParts = (parts: readonly ContentPart[]): string[] =>
  parts.map((part) => JSON.stringify(part));

/**
 * The canonical JSON of new content and of its parts. Datasheets, of which there may be thousands, are written
 * once for both: their keys are in canonical order, and theirs is the first member of the content.
 */
export function writeContent(content: RevisionContent): { text: string; parts: string[] } {
  const { datasheets, ...others } = content;
  const rows = datasheets.map((datasheet) => JSON.stringify(datasheet));
  const canonical = toCanonicalJson(others);
  const read: RevisionContent = { ...JSON.parse(canonical), datasheets: [] };
  const parts = textsOfParts(listParts(read));
  // Files come last.
  const files = parts.splice(parts.length - read.files.length);
  const sheets = rows.map((row) => `{"datasheet":${row},"part":"datasheet"}`);
  return {
    text: `{"datasheets":[${rows.join(',')}],${canonical.slice(1)}`,
    parts: [...parts, ...sheets, ...files],
  };
}

function partsOfStandard({ template, ...standard }: StandardFingerprint): ContentPart[] {
  const { name, standard_id, standard_revision } = standard;
  const named = { name, standard_id, standard_revision };
  return [
    { part: 'standard', standard },
    ...template.map((field): ContentPart => ({ field, part: 'field', standard: named })),
  ];
}
