/**
 * Checks of what certificates of schema version 1 sign: content with headings and values in words. Revisions
 * published now have version 2.
 */
import { canonical, isObject, quote, same, sha256, toBytes } from './json.mjs';
import { differs, nameSection, textsOfParts } from './parts.mjs';
import { refuse } from './refusals.mjs';
import { checkClause } from './trees.mjs';

export const FIRST_SCHEMA = {
  proofMembers: ['proof', 'clause', 'certificate', 'signature'],

  textsOf: (content) => textsOfParts(content, textsOfDatasheet),

  /**
   * Checks the sections shown: their scope statements have the certified hash.
   * @returns the places whose text is withheld now, and the number of sections whose text was withheld when
   * signed and is not certified
   */
  checkSections(shown, signed) {
    const withheldNow = [];
    let uncertified = 0;
    shown.forEach((row, index) => {
      const path = `sections[${index}]`;
      if (!isObject(row)) differs(path, 'not a section.');
      const { scope_statement: text, withheld, ...place } = row;
      const { scope_statement_sha256: hash, ...original } = signed[index];
      if (!same(place, original)) differs(path, 'not the signed section.');
      if (withheld !== undefined) {
        if (withheld !== true || text !== '') differs(path, 'a withheld scope statement shows no text.');
        withheldNow.push(nameSection(original));
      } else if (typeof text !== 'string' || (hash !== null && sha256(toBytes(text, path)) !== hash)) {
        differs(path, 'not the signed scope statement.');
      } else if (hash === null) uncertified += 1;
    });
    return { withheld: withheldNow, uncertified };
  },

  /** The check of one datasheet shown: it equals the one in the content. */
  datasheetCheck: () => (path, shown, original) => {
    if (!same(shown, original)) differs(path, `${quote(original.name)} differs from the signed datasheet.`);
  },

  /** The clause of a proof, whose tree is named by the leaf of its standard. */
  openInner({ clause }, leaf) {
    if (clause === undefined) return {};
    if (!isObject(clause)) refuse('proof-malformed', 'clause is not an object.');
    const { wording, ...proof } = clause;
    checkClause(proof, leaf);
    if (wording !== null && !isObject(wording)) refuse('proof-malformed', 'wording is not an object.');
    if (wording !== null && sha256(toBytes(canonical(wording), 'wording')) !== proof.leaf.hash)
      refuse('clause-differs', 'The wording shown is not the signed one.');
    return { clause: { ...proof.leaf, wording } };
  },
};

function textsOfDatasheet({ values, ...datasheet }) {
  const { id, name, revision, standard, standard_revision } = datasheet;
  const named = canonical({ id, name, revision, standard, standard_revision });
  return [
    `{"datasheet":${canonical(datasheet)},"part":"datasheet"}`,
    ...values.map((value) => `{"datasheet":${named},"part":"value","value":${canonical(value)}}`),
  ];
}
