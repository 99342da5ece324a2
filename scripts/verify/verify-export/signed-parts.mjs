/**
 * The parts of the signed content of an export as canonical texts, which are the leaves of its tree. Also the refusal
 * of shown content that differs from it, and the name of a withheld section for messages.
 */
import { canonical, nameOf } from './json.mjs';
import { refuse } from './refusals.mjs';

/** Refuses what is shown at this place of the file. */
export const differs = (path, message) => refuse('shown-differs', `${path}: ${message}`);

/** The place of a section whose words are withheld, for people. */
export const nameSection = ({ standard_id, section_id, address }) =>
  standard_id === null
    ? `section ${nameOf(section_id)}`
    : `${nameOf(address ?? 'the top')} of standard ${nameOf(standard_id)}`;

/** The canonical texts of the parts of the signed content, in their order. */
export function textsOfParts({ proof_seed: _, sections, standards, datasheets, files, ...document }) {
  const texts = [`{"document":${canonical(document)},"part":"document"}`];
  for (const section of sections) texts.push(`{"part":"section","section":${canonical(section)}}`);
  for (const { template, ...standard } of standards) {
    texts.push(`{"part":"standard","standard":${canonical(standard)}}`);
    const { standard_id, name, standard_revision } = standard;
    const named = canonical({ standard_id, name, standard_revision });
    for (const field of template)
      texts.push(`{"field":${canonical(field)},"part":"field","standard":${named}}`);
  }
  for (const datasheet of datasheets) texts.push(`{"datasheet":${canonical(datasheet)},"part":"datasheet"}`);
  for (const file of files) texts.push(`{"file":${canonical(file)},"part":"file"}`);
  return texts;
}
