/**
 * Push of a clone: brings its text and the service together, whatever happened there since. Ends with the text saved, with
 * nothing to do, or with both sides of a conflict.
 *
 * The service merges a save of the working copy that was cloned. Where that one is closed, the merge is made here, with the
 * same code, into the one that is open now.
 */
import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import type { EndpointParams, EndpointResult } from '../../shared/rest-client/endpoint-types.ts';
import { diffOutlines } from '../../shared/revisioning/compare/diff-outlines.ts';
import { fieldContent } from '../../shared/revisioning/outline/content-hash.ts';
import { presentElementBody } from '../../shared/revisioning/outline/element-body.ts';
import type { Outline } from '../../shared/revisioning/outline/outline.ts';
import type { BaseState } from './clone-state.ts';
import { isRefusal, reasonOf, SpecError } from './errors.ts';
import { type Reconciliation, reconcile } from './reconcile.ts';
import {
  describeAuthor,
  fromWorkingCopy,
  readStandard,
  readWorkingCopy,
  type ServiceState,
} from './service-content.ts';

type SavedWorkingCopy = EndpointResult<'standards.workingCopy.save'>;

export interface PushInput {
  standardId: number;
  base: BaseState;
  mine: Outline;
  /** Clauses that are sent without identity. */
  uncertain: ReadonlySet<number>;
  /** Deletes more than half of the clauses, if that is what the text says. */
  confirmsReplace: boolean;
}

type Conflict = Extract<Reconciliation, { kind: 'conflict' }>;

export type PushResult =
  /** `state` is what the service has now. */
  | { kind: 'saved'; state: ServiceState; isMerged: boolean; warnings: SavedWorkingCopy['warnings'] }
  | { kind: 'unchanged'; state: ServiceState | null }
  /** `author`: who wrote what the service has, and when. */
  | { kind: 'conflict'; state: ServiceState; conflict: Conflict; author: string };

/** Others may save between a read and the save that follows from it, not again and again. */
const MAX_ROUNDS = 10;

/** Pushes an outline that was edited from `base`. @throws ApiError for any refusal but a conflict */
export async function push(service: ApiCaller, input: PushInput): Promise<PushResult> {
  const { standardId, uncertain } = input;
  let { base, mine } = input;
  if (isSameOutline(base.outline, mine)) return refresh(service, input);
  let isMerged = false;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (base.version !== null) {
      const saved = await save(service, {
        ...input,
        base,
        mine,
        uncertain: isMerged ? new Set() : uncertain,
      });
      if (saved) {
        const state = saved.workingCopy
          ? fromWorkingCopy(saved.workingCopy)
          : await readWorkingCopy(service, standardId);
        if (!state)
          throw new SpecError(
            'The text was saved, and the working copy was closed at once. Run spec push again to read it.',
          );
        return {
          kind: 'saved',
          state,
          isMerged: isMerged || saved.merged === true,
          warnings: saved.warnings,
        };
      }
    }
    // Another save came between, or the working copy is another one: merge into what is open now.
    const theirs = fromWorkingCopy(await service.call('standards.edit', { id: standardId }));
    const result = reconcile({ base: base.outline, theirs: theirs.outline, mine });
    if (result.kind === 'conflict') {
      const author = await describeAuthor(service, standardId, theirs);
      return { kind: 'conflict', state: theirs, conflict: result, author };
    }
    isMerged ||= !isSameOutline(base.outline, theirs.outline);
    mine = result.outline;
    base = theirs;
    if (isSameOutline(theirs.outline, mine)) return { kind: 'saved', state: theirs, isMerged, warnings: [] };
  }
  throw new SpecError('Others save this standard again and again. Run spec push once more.');
}

/** What the service has, for a text without changes of its own. */
async function refresh(service: ApiCaller, { standardId, base }: PushInput): Promise<PushResult> {
  const { state } = await readStandard(service, standardId);
  const isSame = state.version === base.version && state.revision?.id === base.revision?.id;
  return { kind: 'unchanged', state: isSame ? null : state };
}

/** Null when the service refused it as a conflict. */
async function save(
  service: ApiCaller,
  { standardId, base, mine, uncertain, confirmsReplace }: PushInput,
): Promise<SavedWorkingCopy | null> {
  try {
    return await service.call('standards.workingCopy.save', {
      id: standardId,
      ...toSaveBody(base, mine, uncertain),
      ...(confirmsReplace ? { confirmReplace: true } : {}),
    });
  } catch (error) {
    if (!isRefusal(error, 'EDIT_CONFLICT')) {
      if (isRefusal(error, 'CONFIRM_REPLACE_REQUIRED'))
        throw new SpecError(`${error.detail} If the text is meant so: spec push --confirm-replace`);
      throw error;
    }
    if (!['stale', 'fields', 'draft_closed', ''].includes(reasonOf(error))) throw error;
    return null;
  }
}

function toSaveBody(
  { version, outline: base, hashes }: BaseState,
  mine: Outline,
  uncertain: ReadonlySet<number>,
): Omit<EndpointParams<'standards.workingCopy.save'>, 'id'> {
  const addresses = new Map(mine.elements.map(({ element_id, address }) => [element_id, address]));
  return {
    ...(version === null ? {} : { baseVersion: version }),
    elements: mine.elements.map((element) => ({
      ...presentElementBody(element),
      ...(element.element_id > 0 && !uncertain.has(element.element_id)
        ? { element_id: element.element_id }
        : {}),
    })),
    datasheetElements: mine.fields.map((field) => ({
      ...fieldContent(field, addresses.get(field.element_id) ?? ''),
      ...(field.field_id > 0 ? { id: field.field_id } : {}),
    })),
    baseElements: base.elements.flatMap(({ element_id, address }) => {
      const hash = hashes[element_id];
      return hash === undefined ? [] : [{ elementId: element_id, address, hash }];
    }),
  };
}

/** Whether two outlines say the same, by the identities of the first. */
export function isSameOutline(one: Outline, other: Outline): boolean {
  const { clauses, fields } = diffOutlines(one, other);
  return clauses.length + fields.length === 0;
}
