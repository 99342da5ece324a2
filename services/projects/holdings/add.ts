/** Taking a standard up into the draft and filing it in a section (document 3; decisions P7, P16). */

import type { Result } from '../../../shared/contracts/endpoint.ts';
import type { projectsHoldings } from '../../../shared/contracts/projects/holdings.ts';
import type { standardRow } from '../../../shared/contracts/projects/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { standardsInternal } from '../../../shared/contracts/standards/internal.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { fail, notFound } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { invalid } from '../../../shared/kernel/params.ts';
import type { Resources } from '../access/open-project.ts';
import type { Changed, Decision } from '../drafts/repository.ts';
import { presentStandard } from '../reading/present.ts';
import type { HeldStandard, Manifest } from '../revisions/manifest.ts';
import type { DraftChange } from '../revisions/model.ts';
import { addSection, sectionNamed } from '../staging/sections.ts';
import type { Stores } from '../stores.ts';

type Contracts = Pick<typeof projectsHoldings, 'projects.standards.add'>;
type Holding = Result<(typeof standardsInternal)['standards.holding']>;
interface Taken {
  standard: Infer<typeof standardRow>;
  section_created: boolean;
}
type Filed = Decision<Taken>;

/** The handler that takes a standard up into the draft or files it elsewhere. */
export const addActions = ({ drafts }: Stores): Handlers<Contracts, Resources> => ({
  async 'projects.standards.add'({ id, action, standardId, categoryId, revisionId, name, replaceOriginal }, call) {
    refuseOfCustomize({ name, replaceOriginal }, action);
    const decide =
      action === 'import'
        ? await importing(id, standardId, revisionId, categoryId, call)
        : recategorizing(standardId, categoryId);
    const answerOf = ({ version, result }: Changed<Taken>) => ({ project_id: id, version, ...result });
    const outcome = await drafts.change(
      id,
      call.person,
      ({ manifest }) => decide(manifest),
      (session, changed) => {
        const { standard } = changed.result;
        const details = {
          action,
          standardId,
          revision: { id: changed.draftId },
          version: changed.version,
          standard_revision: standard.standard_revision,
          ...(categoryId === undefined ? {} : { categoryId }),
        };
        return call.conclude(session, { resource: { type: 'project', id }, details }, answerOf(changed));
      },
    );
    if (!outcome.changed) call.unchanged();
    return answerOf(outcome);
  },
});

/** What would change nothing is refused, so that nobody believes it did. @throws VALIDATION_ERROR */
function refuseOfCustomize(sent: Readonly<Record<string, unknown>>, action: string): void {
  const paths = Object.keys(sent).filter((path) => sent[path] !== undefined);
  if (paths.length === 0) return;
  throw invalid(
    paths.map((path) => ({ path, message: `'${path}' goes with the action customize only. Leave it out with ${action}.` })),
  );
}

/** Most levels of categories, in the library as in a project. */
const LEVELS = 2;

/**
 * Asks for the standard, and for the ids of sections it may need, before the draft is looked at: what is decided there may be decided more
 * than once and waits for nobody. Ids that are not needed are not given out again.
 */
async function importing(
  projectId: number,
  standardId: number,
  revisionId: number | undefined,
  categoryId: number | undefined,
  call: Call,
): Promise<(manifest: Manifest) => Filed> {
  const holding = await call.call('standards.holding', {
    standard_id: standardId,
    by_scope: true,
    ...(revisionId === undefined ? {} : { revision_id: revisionId }),
  });
  const path = categoryId === undefined ? holding.category_path.slice(0, LEVELS) : [];
  const { ids } = path.length === 0 ? { ids: [] } : await call.call('categories.reserveIds', { count: path.length });
  return (before) => {
    refuseUnfit(before, holding);
    if (!holding.revision) throw notPublished();
    const { manifest, sectionId, added } =
      categoryId === undefined
        ? fileByCategory(before, projectId, path, ids)
        : { manifest: before, sectionId: requireSection(before, categoryId), added: [] };
    const held: HeldStandard = {
      standard_id: standardId,
      name: holding.name,
      description: holding.description,
      standard_revision: { id: holding.revision.id, code: holding.revision.code },
      library: holding.library,
      section_id: sectionId,
      archived: false,
    };
    const after = { ...manifest, standards: [...manifest.standards, held] };
    return {
      result: { standard: presentStandard(held, after), section_created: added.length > 0 },
      manifest: after,
      changes: [...added, { kind: 'standard', subject: standardId, name: held.name, action: 'imported', count: 1 }],
    };
  };
}

const notPublished = (): Error =>
  fail('NOT_PUBLISHED', 'The standard has no saved revision yet, so there is nothing to pin. Publish it first.');

/** @throws ALREADY_HELD, STANDARD_DEPRECATED, NOT_PUBLISHED, STANDARD_UNDER_MODERATION_NOTICE, NAME_TAKEN */
function refuseUnfit({ standards }: Manifest, holding: Holding): void {
  const held = standards.find(({ standard_id }) => standard_id === holding.standard_id);
  if (held) {
    const what = held.archived ? 'It is archived in the draft: restore it.' : 'Use the standard that is there.';
    throw fail('ALREADY_HELD', `The project holds this standard already. ${what}`, { metadata: { archived: held.archived } });
  }
  if (holding.deprecated) throw fail('STANDARD_DEPRECATED', 'The standard is deprecated and cannot be taken up any more.');
  if (!holding.revision) throw notPublished();
  if (!holding.revision.eligible) {
    throw fail('STANDARD_UNDER_MODERATION_NOTICE', 'This revision comes from a revoked edition. Take up another revision.');
  }
  const taken = standards.find(({ name, archived }) => !archived && name === holding.name);
  if (taken) {
    throw fail('NAME_TAKEN', `The project holds a standard named "${holding.name}" already. Use that one.`, {
      metadata: { existingId: taken.standard_id },
    });
  }
}

/** The section that matches a category path, made where it is absent with the ids reserved for it, one for each level. */
function fileByCategory(
  before: Manifest,
  projectId: number,
  path: readonly string[],
  reserved: readonly number[],
): { manifest: Manifest; sectionId: number | null; added: DraftChange[] } {
  const added: DraftChange[] = [];
  let manifest = before;
  let parent: number | null = null;
  for (const [level, name] of path.entries()) {
    const known = sectionNamed(manifest.sections, name, parent);
    if (known) {
      parent = known.id;
      continue;
    }
    const id = reserved[level];
    if (id === undefined) throw new Error(`no id for the section ${name}`);
    const siblings = manifest.sections.filter(({ parent_id }) => parent_id === parent);
    const sort_order = Math.max(-1, ...siblings.map((section) => section.sort_order)) + 1;
    manifest = addSection(manifest, { id, project_id: projectId, name, description: '', parent_id: parent, sort_order });
    added.push({ kind: 'section', subject: id, name, action: 'added', count: 1 });
    parent = id;
  }
  return { manifest, sectionId: parent, added };
}

function requireSection({ sections }: Manifest, categoryId: number): number {
  if (sections.some(({ id }) => id === categoryId)) return categoryId;
  const message = "'categoryId' must be a section of this project.";
  throw fail('UNKNOWN_CATEGORY', message, { errors: [{ path: 'categoryId', message }] });
}

function recategorizing(standardId: number, categoryId: number | undefined): (manifest: Manifest) => Filed {
  if (categoryId === undefined) {
    throw invalid([{ path: 'categoryId', message: "'categoryId' is required to recategorize a standard." }]);
  }
  return (before) => {
    const held = before.standards.find(({ standard_id }) => standard_id === standardId);
    if (!held) throw notFound();
    const moved: HeldStandard = { ...held, section_id: requireSection(before, categoryId) };
    const manifest = { ...before, standards: before.standards.map((standard) => (standard === held ? moved : standard)) };
    return {
      result: { standard: presentStandard(moved, manifest), section_created: false },
      manifest,
      changes:
        held.section_id === moved.section_id
          ? []
          : [{ kind: 'standard', subject: standardId, name: held.name, action: 'recategorized', count: 1 }],
    };
  };
}
