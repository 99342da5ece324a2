/**
 * Checks that the words and values that an export or a proof shows are the signed ones. The signed content has only
 * their salted hashes and the heads of trees over them.
 */
import { canonical, isHash, isObject, quote, same } from './json.mjs';
import { refuse } from './refusals.mjs';
import { differs, nameSection } from './signed-parts.mjs';
import { checkClause, checkInclusion, hashWording, headOfTree, isTreeHead, isWording } from './trees.mjs';

/** Shown in place of a heading that is withheld. */
const WITHHELD_HEADING = 'Withheld clause';

/**
 * Checks the sections shown: each stands under its signed parent, and its heading and text have the signed
 * hash under the salt shown, or are withheld.
 * @returns the places that are withheld
 */
export function checkSections(shown, signed) {
  const withheldNow = [];
  const paths = [];
  shown.forEach((row, index) => {
    const path = `sections[${index}]`;
    if (!isObject(row)) differs(path, 'not a section.');
    const { heading_path, scope_statement: content, label, withheld, salt, ...place } = row;
    const { parent, wording_sha256, ...original } = signed[index];
    if (!same(place, original)) differs(path, 'not the signed section.');
    const above = parent === null ? [] : paths[parent];
    if (!Array.isArray(heading_path) || !same(heading_path.slice(0, -1), above))
      differs(path, 'not under its signed heading.');
    paths.push(heading_path);
    const toc_content = heading_path.at(-1);
    if (withheld !== undefined) {
      const isBlank =
        toc_content === WITHHELD_HEADING && content === '' && label === undefined && salt === undefined;
      if (withheld !== true || !isBlank) differs(path, 'a withheld section shows no words and no salt.');
      withheldNow.push(nameSection(original));
      return;
    }
    const wording = { content, toc_content, label };
    if (!isWording(wording) || !isHash(salt) || hashWording(salt, wording) !== wording_sha256)
      differs(path, 'not the signed heading and scope statement.');
  });
  return withheldNow;
}

/** The check of one datasheet shown: with its scope and values it has the signed tree. */
export function datasheetCheck({ sections }) {
  const addresses = new Map(sections.map(({ standard_id }) => [standard_id, new Set()]));
  for (const { standard_id, address } of sections)
    if (address !== null) addresses.get(standard_id).add(address);
  return (path, shown, { tree, ...original }) => {
    const { scope, values, proof_seed, ...place } = shown;
    const name = quote(original.name);
    if (!same(place, original)) differs(path, `${name} differs from the signed datasheet.`);
    if (!isHash(proof_seed) || !Array.isArray(values) || !values.every(isObject))
      differs(path, `${name} lacks its seed or its values.`);
    const known = addresses.get(original.standard.id) ?? new Set();
    values.forEach(({ section, address }, index) => {
      if (section !== findSection(address, known))
        differs(`${path}.values[${index}]`, 'not in its signed section.');
    });
    if (!same(headOfTree(proof_seed, textsOfTree(original, scope, values)), tree))
      differs(path, `${name} differs from the signed datasheet.`);
  };
}

/** The clause or value of a proof, in the tree that is named by the leaf of its standard or datasheet. */
export function openInner({ clause, value }, leaf) {
  if (clause !== undefined && value !== undefined)
    refuse('proof-malformed', 'A proof has a clause or a value, not both.');
  if (clause !== undefined) return { clause: openClause(clause, leaf) };
  if (value !== undefined) return { value: openValue(value, leaf) };
  return {};
}

/** The nearest section at or above an address; null without one. */
function findSection(address, sections) {
  let at = typeof address === 'string' ? address : '';
  while (at !== '' && !sections.has(at)) at = at.slice(0, Math.max(0, at.lastIndexOf('.')));
  return at === '' ? null : at;
}

/** The parts of the tree of a datasheet: its record, and each value without its section. */
function textsOfTree({ id, revision, standard, standard_revision }, scope, values) {
  const record = {
    datasheet_id: id,
    revision_id: revision.id,
    code: revision.code,
    scope: scope ?? null,
    standard_id: standard.id,
    standard_revision_id: standard_revision.id,
  };
  return [
    `{"part":"record","record":${canonical(record)}}`,
    ...values.map(({ section: _, ...value }) => `{"part":"value","value":${canonical(value)}}`),
  ];
}

function openClause(shown, outer) {
  if (!isObject(shown)) refuse('proof-malformed', 'clause is not an object.');
  const { wording, ...proof } = shown;
  checkClause(proof, outer);
  const { leaf } = proof;
  if (wording === null) return { ...leaf, wording };
  const { salt, ...words } = isObject(wording) ? wording : {};
  const { content, toc_content, label, ...unknown } = words;
  if (!isWording(words) || !isHash(salt) || Object.keys(unknown).length > 0)
    refuse('proof-malformed', 'wording is not a heading, a text, a label if any, and their salt.');
  if (hashWording(salt, words) !== leaf.hash)
    refuse('clause-differs', 'The wording shown is not the signed one.');
  return { ...leaf, wording: { kind: leaf.kind, ...words } };
}

function openValue(proof, { part, datasheet }) {
  if (part !== 'datasheet' || !isObject(datasheet) || !isTreeHead(datasheet.tree))
    refuse('proof-malformed', 'A value is proved in the tree of a datasheet.');
  checkInclusion(proof, datasheet.tree, 'value-proof-broken', 'The value');
  // The tree has the record of the datasheet too.
  if (proof.leaf.part !== 'value' || !isObject(proof.leaf.value))
    refuse('proof-malformed', 'The leaf of value is another part.');
  return proof.leaf.value;
}
