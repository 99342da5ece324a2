/**
 * Runs `npm run import -- FILE --edition-of ID`: reports which clause each element is, and unless it is a dry run
 * saves the edition with its images and publishes it if requested. Refuses a file that lacks more than half of the
 * fields of the clauses that it keeps, unless that is confirmed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { RestClient } from '../../../shared/rest-client/client.ts';
import { hashOutlineContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { formatCount } from '../../console/progress.ts';
import type { ReadDocument } from '../documents/read-document.ts';
import { settleImages } from '../documents/source-images.ts';
import type { RunStep } from '../import-standard.ts';
import { hashWorkingCopy } from '../next-step.ts';
import type { ExistingStandardTarget } from '../options.ts';
import { RetryingCaller } from '../retrying-caller.ts';
import { sendImages } from '../send-images.ts';
import { describeEdition, toJsonEdition } from './edition-report.ts';
import { EditionRefusedError } from './explain-refusal.ts';
import { readIdentities, writeIdentities } from './identities-file.ts';
import type { EditionPlan } from './plan-edition.ts';
import {
  type EditionBase,
  type EditionOutcome,
  planWithFields,
  publishEdition,
  readEditionBase,
  saveEdition,
  tryEdition,
} from './send-edition.ts';

interface EditionRun extends EditionOutcome {
  base: EditionBase;
}

/**
 * @param report is called with the lines before anything is stored
 * @throws UsageError, EditionRefusedError, ApiError, ServiceUnavailableError
 */
export async function runEdition(
  { document: read, format, images: found }: ReadDocument,
  target: ExistingStandardTarget,
  runStep: RunStep,
  report: (lines: string[]) => void,
): Promise<EditionRun> {
  const { standardId: id, identities: file, identitiesOut, confirmReplace, publish, dryRun } = target;
  const client = new RestClient(target.base, { key: target.key });
  // A wrong URL or key fails at once; later calls wait for an unavailable service.
  await client.call('discovery.whoami');
  const api = new RetryingCaller(client);
  let base = await readEditionBase(api, id);
  const { document, images } =
    format === 'docx'
      ? settleImages(
          read,
          found,
          base.clauses.map(({ words }) => words),
        )
      : { document: read, images: [] };
  const addresses = new Set(document.elements.map(({ address }) => address));
  const choices =
    file === null
      ? new Map<string, number | null>()
      : readIdentities(readFileSync(file, 'utf8'), id, addresses, base.clauses);
  if (!dryRun && base.copy === null) {
    await api.call('standards.edit', { id });
    base = await readEditionBase(api, id);
  }
  const outcome = planWithFields(
    base,
    document,
    await tryEdition(api, base, document, images.length === 0),
    choices,
  );
  report([`${base.name}: ${describeVersion(base)}`, ...describeEdition(outcome.plan, outcome.lostFields)]);
  if (identitiesOut !== null) writeFileSync(identitiesOut, writeIdentities(id, outcome.plan), { flag: 'wx' });
  if (dryRun || base.copy === null) return { ...outcome, base, revision: null };
  const { version } = base.copy;
  const { hasOwnChanges } = base;
  const isThere = isSaved(base, document, outcome.plan);
  if (!isThere) assertFieldsMeant(base, outcome, confirmReplace);
  if (!isThere) await sendImages(api, id, images, runStep);
  const saved = isThere
    ? version
    : await saveEdition(
        api,
        { id, version, hasOwnChanges },
        document,
        outcome.plan,
        choices,
        confirmReplace,
        runStep,
      );
  const revision = publish ? await publishEdition(api, id, saved, runStep) : null;
  return { ...outcome, base, revision };
}

/**
 * A file without the fields would take them from every project that comes to the edition. Those of deleted clauses are
 * meant where the clauses are.
 * @throws EditionRefusedError
 */
function assertFieldsMeant(
  { fields }: EditionBase,
  { plan, lostFields }: Pick<EditionOutcome, 'plan' | 'lostFields'>,
  isConfirmed: boolean,
): void {
  const deleted = new Set(plan.deleted.map(({ element_id }) => element_id));
  const ofDeleted = fields.filter(({ element_id }) => deleted.has(element_id)).length;
  const [lost, all] = [lostFields.length - ofDeleted, fields.length - ofDeleted];
  if (isConfirmed || lost * 2 <= all) return;
  throw new EditionRefusedError(
    `The edition would delete ${lost} of the ${formatCount(all, 'field')} of clauses that it keeps, which the file does not have. If that is meant, give --confirm-replace.`,
  );
}

/** Whether an earlier, interrupted run has saved it. */
function isSaved(
  { copy, clauses }: EditionBase,
  document: ReadDocument['document'],
  { ids }: EditionPlan,
): boolean {
  const idAt = new Map(clauses.map(({ address, element_id }) => [address, element_id]));
  return (
    copy !== null &&
    hashWorkingCopy(copy) === hashOutlineContent(document) &&
    [...ids].every(([address, id]) => idAt.get(address) === id)
  );
}

const describeVersion = ({ copy, hasOwnChanges }: EditionBase): string =>
  copy === null
    ? 'compared with the current revision.'
    : `compared with the working copy${hasOwnChanges ? ', which has changes that are not published' : ''}.`;

/** What became of the standard, in lines. */
export const describeRun = ({ base, revision }: EditionRun, { dryRun }: ExistingStandardTarget): string[] =>
  dryRun
    ? ['Nothing was stored: --dry-run.']
    : [`Standard ${base.id}, ${revision === null ? 'working copy' : `revision ${revision.code}`}.`];

export const toJsonRun = (
  { base, plan, lostFields, revision }: EditionRun,
  { dryRun }: ExistingStandardTarget,
): object => ({
  standard: { id: base.id, name: base.name, revision },
  dryRun,
  ...toJsonEdition(plan, lostFields),
});
