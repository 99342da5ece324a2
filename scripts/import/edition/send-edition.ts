/**
 * The steps of the import of a next edition: reads the standard, tries the save without storing anything, saves,
 * publishes. Clauses keep their identities, as the service follows them by content, printed number and place, or as a
 * person has settled them. A save is based on the version that was read, so that nobody's work is replaced unseen.
 */

import { serialiseMarkup } from '../../../shared/markup/serialise.ts';
import type { ApiCaller } from '../../../shared/rest-client/api-caller.ts';
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { formatCount } from '../../console/progress.ts';
import { toSaveBody } from '../documents/outline-conversion.ts';
import type { ValidDocument } from '../documents/valid-document.ts';
import type { RunStep } from '../import-standard.ts';
import { findWorkingCopy, hashWorkingCopy, readStandard } from '../next-step.ts';
import { EditionRefusedError, explain } from './explain-refusal.ts';
import { type EditionPlan, type Identities, type KnownClause, planEdition, wordsOf } from './plan-edition.ts';
import { saveClauses } from './save-clauses.ts';

type WorkingCopy = EndpointResult<'standards.workingCopy.get'>;

/** A standard as it was read for its next edition. */
export interface EditionBase {
  id: number;
  name: string;
  /** The open working copy; null when there is none. */
  copy: WorkingCopy | null;
  /** Whether the working copy has changes that are not published. */
  hasOwnChanges: boolean;
  clauses: KnownClause[];
  fields: { element_id: number; element_address: string; label: string }[];
}

export interface EditionOutcome {
  plan: EditionPlan;
  /** The fields that the edition does not have at their clause, such as `1.2 Thickness`. */
  lostFields: string[];
  /** The published revision; null while it is a working copy. */
  revision: { id: number; code: string } | null;
}

const NEXT_EDITION = { summary: 'Next edition', severity: 'major' } as const;

/** Reads the standard. @throws ApiError, UnusableResponseError */
export async function readEditionBase(api: ApiCaller, id: number): Promise<EditionBase> {
  const copy = await findWorkingCopy(api, id);
  const standard = await readStandard(api, id);
  const elements = copy?.elements ?? standard.elements;
  const published = new Set(standard.elements.map(({ element_id }) => element_id));
  return {
    id,
    name: standard.name,
    copy,
    hasOwnChanges:
      copy !== null && copy.elements.length > 0 && hashWorkingCopy(copy) !== standard.content_hash,
    clauses: elements.map((element) => ({
      element_id: element.element_id,
      address: element.address,
      words: wordsOf(element),
      isPublished: published.has(element.element_id),
    })),
    fields: copy?.datasheet_elements ?? standard.datasheet_elements,
  };
}

/**
 * What a save of the document would follow; nothing is stored.
 * @param isSavable false while the standard lacks images that the document refers to
 * @throws EditionRefusedError, ApiError
 */
export async function tryEdition(
  api: ApiCaller,
  { id, copy }: EditionBase,
  document: ValidDocument,
  isSavable = true,
): Promise<Identities> {
  const identities =
    copy && isSavable
      ? (await tryToSave(api, id, copy.version, document)).identities
      : (
          await api.call('standards.validateMarkdown', {
            markdown: serialiseMarkup(document),
            standardId: id,
          })
        ).identities;
  // A standard without clauses has none that could be followed.
  const added = document.elements.map(({ address }) => address);
  return identities ?? { kept: 0, moved: [], new: added, deleted: [], uncertain: [] };
}

async function tryToSave(api: ApiCaller, id: number, baseVersion: string, document: ValidDocument) {
  const body = { id, baseVersion, confirmReplace: true, dryRun: true, ...toSaveBody(document) };
  return api.call('standards.workingCopy.save', body).catch((error: unknown) => {
    throw explain(error, id);
  });
}

/** The plan with the fields that go with their deleted clauses. */
export function planWithFields(
  base: EditionBase,
  document: ValidDocument,
  identities: Identities,
  choices: ReadonlyMap<string, number | null>,
): Pick<EditionOutcome, 'plan' | 'lostFields'> {
  const plan = planEdition(base.clauses, document.elements, identities, choices);
  const kept = new Set(
    document.fields.map(({ element_address, label }) => `${plan.ids.get(element_address)} ${label}`),
  );
  const lostFields = base.fields
    .filter(({ element_id, label }) => !kept.has(`${element_id} ${label}`))
    .map(({ element_address, label }) => `${element_address} ${label}`);
  return { plan, lostFields };
}

/**
 * Saves the edition into the working copy.
 * @param confirmReplace whether unpublished changes, or more than half of the clauses, may go
 * @throws EditionRefusedError when somebody else saved meanwhile, or something would go that is not confirmed; ApiError
 */
export async function saveEdition(
  api: ApiCaller,
  { id, version, hasOwnChanges }: { id: number; version: string; hasOwnChanges: boolean },
  document: ValidDocument,
  plan: EditionPlan,
  choices: ReadonlyMap<string, number | null>,
  confirmReplace: boolean,
  runStep: RunStep,
): Promise<string> {
  if (hasOwnChanges && !confirmReplace)
    throw new EditionRefusedError(
      `The working copy of the standard ${id} has changes that are not published, and the edition replaces them. Publish or discard them first, or give --confirm-replace.`,
    );
  const { elements = [], datasheetElements } = toSaveBody(document);
  const sent = elements.map((element) => ({
    ...element,
    element_id: plan.ids.get(element.address) ?? null,
    isNew: choices.get(element.address) === null && !plan.ids.get(element.address),
  }));
  return runStep(`Saving ${formatCount(sent.length, 'element')}`, () =>
    saveClauses(api, { id, version, confirmReplace }, sent, datasheetElements),
  );
}

/** Publishes the edition. @throws EditionRefusedError, ApiError */
export async function publishEdition(
  api: ApiCaller,
  id: number,
  baseVersion: string,
  runStep: RunStep,
  { summary, severity }: { summary: string; severity: 'major' | 'minor' } = NEXT_EDITION,
): Promise<{ id: number; code: string }> {
  const params = { id, baseVersion, summary, severity };
  return runStep('Publishing', async () => {
    try {
      const { revision } = await api.call('standards.publish', params);
      return { id: revision.id, code: revision.code };
    } catch (error) {
      throw explain(error, id);
    }
  });
}
