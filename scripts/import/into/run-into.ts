/**
 * Runs `npm run import -- FILE.docx --into ID`: brings a Word file that was made of a revision of the standard, and
 * edited, back into the working copy. Clauses that were not edited are not touched, and changes of others since that
 * revision stay.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { imageNamesOf } from '../../../shared/markup/image-references.ts';
import type { ApiCaller } from '../../../shared/rest-client/api-caller.ts';
import { ApiError, RestClient } from '../../../shared/rest-client/client.ts';
import { diffOutlines } from '../../../shared/revisioning/compare/diff-outlines.ts';
import { CERTAIN } from '../../../shared/revisioning/identity/report-identities.ts';
import { presentElementBody } from '../../../shared/revisioning/outline/element-body.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import { formatCount } from '../../console/progress.ts';
import { type ImportChange, UnusableDocumentError } from '../documents/import-change.ts';
import { toOutline } from '../documents/outline-of-response.ts';
import { imagesIn, renameTo, withNames } from '../documents/source-images.ts';
import { type ExportedFile, readExportedFile } from '../documents/word/exported-file.ts';
import { readIdentities, writeIdentities } from '../edition/identities-file.ts';
import { type KnownClause, type UncertainClause, wordsOf } from '../edition/plan-edition.ts';
import { saveClauses } from '../edition/save-clauses.ts';
import { publishEdition } from '../edition/send-edition.ts';
import type { RunStep } from '../import-standard.ts';
import { findWorkingCopy, readStandard } from '../next-step.ts';
import type { ExistingStandardTarget } from '../options.ts';
import { RetryingCaller } from '../retrying-caller.ts';
import { sendImages } from '../send-images.ts';
import { type AppliedFile, applyFile, type RevisionView } from './apply-file.ts';
import { describeInto, type IntoReport, reportInto } from './into-report.ts';
import { mergeInto } from './merge-into.ts';

export interface IntoRun extends IntoReport {
  standard: { id: number; name: string; revision: { id: number; code: string } | null };
  dryRun: boolean;
  /** Whether the working copy was saved. */
  saved: boolean;
  /** What the file holds that no clause has a place for, and deleted text. */
  leftOut: ImportChange[];
}

/** What the service has now. */
interface Theirs {
  outline: Outline;
  /** Version of the working copy; null where none is open. */
  version: string | null;
}

const SUMMARY = { summary: 'Edited in a word processor', severity: 'minor' } as const;

/**
 * @param report is called with the lines before anything is stored
 * @throws UnusableDocumentError, UsageError, EditionRefusedError, ApiError, ServiceUnavailableError
 */
export async function runInto(
  bytes: Uint8Array,
  target: ExistingStandardTarget,
  runStep: RunStep,
  report: (lines: string[]) => void,
): Promise<IntoRun> {
  const { standardId: id, publish, dryRun, confirmReplace } = target;
  const leftOut: ImportChange[] = [];
  const read = readExportedFile(bytes, (change) => leftOut.push(change));
  const client = new RestClient(target.base, { key: target.key });
  // A wrong URL or key fails at once; later calls wait for an unavailable service.
  await client.call('discovery.whoami');
  const api = new RetryingCaller(client);
  const { name } = await readStandard(api, id);
  const view = await readRevision(api, id, read);
  const file = withImagesOf(view, read);
  const { applied, uncertain, choices } = applyWithChoices(view, file, target);
  let theirs = await readTheirs(api, id);
  const first = mergeInto(applied.base, theirs.outline, withKnownAdditions(applied, theirs.outline));
  const changes = reportInto(applied, uncertain, first.conflicts);
  report([
    `${name}: the file is of revision ${view.revision?.code}.`,
    ...describeInto(changes),
    ...leftOut.map(({ source, name: what, from }) => `  left out: ${what ?? 'text'} at ${source}: ${from}`),
  ]);
  const done = { ...changes, standard: { id, name, revision: null }, dryRun, saved: false, leftOut };
  const isEmpty = (a: Outline, b: Outline): boolean => {
    const { clauses, fields } = diffOutlines(a, b);
    return clauses.length + fields.length === 0;
  };
  if (dryRun || first.outline === null || isEmpty(theirs.outline, first.outline)) return done;
  if (theirs.version === null) {
    await api.call('standards.edit', { id });
    theirs = await readTheirs(api, id);
  }
  const { outline, conflicts } = mergeInto(
    applied.base,
    theirs.outline,
    withKnownAdditions(applied, theirs.outline),
  );
  if (outline === null || theirs.version === null) return { ...done, conflicts };
  const { version } = theirs;
  const sent = outline.elements.map((element) => ({
    ...presentElementBody(element),
    ...(element.element_id > 0
      ? { element_id: element.element_id }
      : { isNew: choices.get(element.address) === null }),
  }));
  const known = imageNamesOf([...view.elements, ...theirs.outline.elements]);
  await sendImages(api, id, imagesIn(outline.elements, file.images, known), runStep);
  const saved = await runStep(`Saving ${formatCount(sent.length, 'element')}`, () =>
    saveClauses(api, { id, version, confirmReplace }, sent),
  );
  const revision = publish ? await publishEdition(api, id, saved, runStep, SUMMARY) : null;
  return { ...done, standard: { id, name, revision }, saved: true };
}

/** The revision that the file was made of. @throws UnusableDocumentError for a file of another standard, or of none */
async function readRevision(api: ApiCaller, id: number, { properties }: ExportedFile): Promise<RevisionView> {
  const revisionId = Number(properties.get('css_revision_id'));
  if (!Number.isSafeInteger(revisionId) || revisionId <= 0)
    throw new UnusableDocumentError(
      'The Word file does not say which revision it is of (property css_revision_id). Give a file that GET /api/standards/ID/document?format=docx made, or save this one with --edition-of.',
    );
  const other = new UnusableDocumentError(
    `The Word file is of standard ${properties.get('css_standard_id')}, revision ${revisionId}, which is no revision of standard ${id} here. Give --into the standard that it was made of.`,
  );
  if (properties.get('css_standard_id') !== String(id)) throw other;
  const view = await api.call('standards.get', { id, revisionId }).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 404 ? other : error;
  });
  if (!('content_hash' in view) || view.content_hash !== properties.get('css_content_hash')) throw other;
  return view;
}

/** The file with the names that images have in the standard. */
function withImagesOf({ elements }: RevisionView, file: ExportedFile): ExportedFile {
  const rename = renameTo(imageNamesOf(elements));
  return {
    ...file,
    paragraphs: file.paragraphs.map((paragraph) => ({
      ...paragraph,
      text: withNames(paragraph.text, rename),
      pictures: paragraph.pictures.map(rename),
      rows: paragraph.rows?.map((row) => row.map((cell) => withNames(cell, rename))) ?? null,
    })),
  };
}

async function readTheirs(api: ApiCaller, id: number): Promise<Theirs> {
  const copy = await findWorkingCopy(api, id);
  return { outline: toOutline(copy ?? (await readStandard(api, id))), version: copy?.version ?? null };
}

function applyWithChoices(view: RevisionView, file: ExportedFile, target: ExistingStandardTarget) {
  const { standardId, identities, identitiesOut } = target;
  const known = view.elements.map((element): KnownClause => ({ ...element, words: wordsOf(element) }));
  const first = applyFile(view, file.paragraphs);
  const choices =
    identities === null
      ? new Map<string, number | null>()
      : readIdentities(readFileSync(identities, 'utf8'), standardId, new Set(first.followed.keys()), known);
  const applied = choices.size === 0 ? first : applyFile(view, file.paragraphs, choices);
  const uncertain = findUncertain(applied, known).filter(({ address }) => !choices.has(address));
  if (identitiesOut !== null)
    writeFileSync(identitiesOut, writeIdentities(standardId, { uncertain }), { flag: 'wx' });
  return { applied, uncertain, choices };
}

/** Clauses without a bookmark that are hardly like the one that they follow, or like one that is deleted. */
function findUncertain(
  { outline, followed, alike }: AppliedFile,
  known: readonly KnownClause[],
): UncertainClause[] {
  const byId = new Map(known.map((clause) => [clause.element_id, clause]));
  const followedRows = [...followed].flatMap(([address, clause]) =>
    clause && clause.likeness < CERTAIN ? [{ address, ...clause, choice: clause.element_id }] : [],
  );
  const rows = [...followedRows, ...alike.map((row) => ({ ...row, choice: null }))];
  const words = new Map(outline.elements.map((element) => [element.address, wordsOf(element)]));
  return rows.flatMap(({ address, element_id, likeness, choice }) => {
    const clause = byId.get(element_id);
    const candidates = clause ? [{ ...clause, likeness: Math.round(likeness * 100) / 100 }] : [];
    return [{ address, words: words.get(address) ?? '', candidates, choice }];
  });
}

/** The outline of the file, in which a clause that an earlier run has added is that clause. */
function withKnownAdditions({ base, outline }: AppliedFile, theirs: Outline): Outline {
  const before = new Set(base.elements.map(({ element_id }) => element_id));
  const added = theirs.elements.filter(({ element_id }) => !before.has(element_id));
  const elements = outline.elements.map((element) => {
    const same =
      element.element_id < 0
        ? added.find((one) => one.address === element.address && wordsOf(one) === wordsOf(element))
        : undefined;
    return same ? { ...element, element_id: same.element_id } : element;
  });
  return { ...outline, elements };
}

/** What became of the standard, in lines. */
export function describeIntoRun({ standard, dryRun, saved, conflicts }: IntoRun): string[] {
  if (conflicts.length > 0)
    return [
      'Nothing was written. Change these clauses in the file to what both mean, or on the service, and run the command again.',
    ];
  if (dryRun) return ['Nothing was stored: --dry-run.'];
  if (!saved) return ['Nothing to write: the standard says the same.'];
  return [
    `Standard ${standard.id}, ${standard.revision === null ? 'working copy' : `revision ${standard.revision.code}`}.`,
  ];
}
