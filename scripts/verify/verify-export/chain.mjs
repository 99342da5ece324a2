/**
 * Checks the certificates of several verified files against each other: each names the hash of the one before it.
 */
import { canonical, nameOf, quote, sha256 } from './json.mjs';
import { refuse } from './refusals.mjs';

const CODE = /^[1-9][0-9]{0,14}$/;
const revisionOf = ({ name, certificate: { revision } }) => `revision ${nameOf(revision.code)} (${name})`;

/**
 * Checks the chain of verified certificates, each project for itself: every one names the hash of the one
 * before it.
 * @param {{name: string, certificate: object}[]} files verified files, in any order
 * @returns {{links: number, notes: string[]}} the number of links that hold, and why others were not checked
 * @throws {Refused} chain-forked or chain-broken, with the revisions of the link
 */
export function verifyChain(files) {
  const hashes = new Map(files.map((file) => [sha256(canonical(file.certificate)), file]));
  const projects = new Map();
  for (const [hash, file] of hashes) {
    const { project, revision } = file.certificate;
    if (typeof revision.code !== 'string' || !CODE.test(revision.code))
      refuse('chain-broken', `${revisionOf(file)} has a code that is no number, so it has no place.`);
    const id = quote(project.id);
    const codes = projects.get(id) ?? new Map();
    const other = codes.get(revision.code);
    if (other)
      refuse('chain-forked', `Project ${id}: ${revisionOf(other.file)} and ${revisionOf(file)} differ.`);
    projects.set(id, codes.set(revision.code, { file, hash }));
  }
  const notes = [];
  let links = 0;
  for (const [project, codes] of projects) {
    const sorted = [...codes].sort(([left], [right]) => Number(left) - Number(right));
    for (const [code, { file }] of sorted) {
      const note = checkLink(project, file, codes.get(String(Number(code) - 1)), hashes);
      if (note === null) links += 1;
      else if (note !== '') notes.push(note);
    }
  }
  return { links, notes };
}

/** @returns null for a link that holds, empty for the first revision, else why the link was not checked */
function checkLink(project, file, before, hashes) {
  const { previous_certificate_sha256: previous, revision } = file.certificate;
  const broken = (why) => refuse('chain-broken', `Project ${project}: ${revisionOf(file)} ${why}`);
  if (revision.code === '1') return previous === null ? '' : broken('is the first, but names one before it.');
  if (previous === null) return broken('names none before it, but is not the first.');
  if (before) return before.hash === previous ? null : broken(`does not follow ${revisionOf(before.file)}.`);
  const named = hashes.get(previous);
  if (named) return broken(`follows ${revisionOf(named)}, which is not the one before it.`);
  return `${revisionOf(file)} follows a revision that is not among these files`;
}
