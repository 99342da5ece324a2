/**
 * Generators of bodies that a schema cannot express, by endpoint: members depend on each other or on
 * earlier responses, as in saves, pins, datasheet changes, merges and tokens.
 */
import fc from 'fast-check';
import { COMMENT_INTENTS, RESOLUTION_STATES } from '../../../shared/contracts/comment-words.ts';
import type { EndpointId } from '../../../shared/contracts/index.ts';
import { CHOICE_TYPES, INPUT_TYPES } from '../../../shared/revisioning/outline/outline.ts';
import type { EntryFacts } from '../value-pool.ts';
import { lastOf, oneOf, type Recipe, type RecipeContext } from './recipe.ts';
import { importedSpreadsheet } from './spreadsheet-recipe.ts';
import { markedText } from './texts.ts';

const title = fc.nat({ max: 0xffffffff }).map((number) => `Page ${number.toString(36)}`);

/** A section with clauses, numbered as an outline must be. */
const outline = ({
  mark,
}: RecipeContext): fc.Arbitrary<{ elements: Record<string, unknown>[]; fields: Record<string, unknown>[] }> =>
  fc
    .array(fc.tuple(fc.array(markedText(mark, 400), { minLength: 1, maxLength: 4 }), fc.boolean()), {
      minLength: 1,
      maxLength: 3,
    })
    .chain((sections) =>
      fc
        .array(fc.tuple(fc.nat(), fc.nat({ max: 0xffffff }), fc.constantFrom(...INPUT_TYPES), fc.boolean()), {
          maxLength: 4,
        })
        .map((fields) => ({
          elements: sections.flatMap(([clauses, note], at) => [
            { address: `${at + 1}`, toc_content: `Section ${at + 1}`, attributes: { inToc: true } },
            ...clauses.map((content, under) => ({
              address: `${at + 1}.${under + 1}`,
              content,
              ...(note && under > 0 ? { attributes: { isNote: true } } : {}),
            })),
          ]),
          fields: fields.map(([place, label, input_type, drawn]) => ({
            element_address: `${(place % sections.length) + 1}.1`,
            label: `Field ${label.toString(36)}`,
            input_type,
            ...(CHOICE_TYPES.includes(input_type) ? { options: ['30', '36', '42'] } : {}),
            ...(drawn ? { starting_disposition: 'per_drawings' } : { default_value: '' }),
          })),
        })),
    );

const markup = ({ mark }: RecipeContext): fc.Arbitrary<string> =>
  fc
    .tuple(title, fc.array(markedText(mark, 200), { minLength: 1, maxLength: 4 }))
    .map(
      ([name, clauses]) =>
        `---\ntitle: ${name}\n---\n# 1 Scope\n\n${clauses.map((text, at) => `1.${at + 1} ${text}`).join('\n\n')}\n\n\`\`\`field\nlabel: Width\ntype: range\nunit: mm\n\`\`\`\n`,
    );

const save: Recipe = (context) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: outline(context).map(({ elements, fields }) => ({
        elements,
        datasheetElements: fields,
        confirmReplace: true,
      })),
    },
    { weight: 1, arbitrary: outline(context).map(({ elements }) => ({ elements, confirmReplace: true })) },
    {
      weight: context.bySession ? 0 : 2,
      arbitrary: markup(context).map((markdown) => ({ markdown, confirmReplace: true })),
    },
    {
      weight: 1,
      arbitrary: fc.nat({ max: 0xffffff }).map((label) => ({
        datasheetElementsOnly: true,
        datasheetElements: [
          { element_address: '1.1', label: `Only ${label.toString(36)}`, input_type: 'text' },
        ],
      })),
    },
  );

/** Pin changes: standards of the project, to other revisions of them. */
const changes: Recipe = ({ facts, related }) => {
  const rows = related('standardRevision').filter(
    (entry) => entry.facts.standard !== undefined && entry.facts.project === facts.project,
  );
  if (rows.length === 0) return fc.constant({ changes: [{ standardId: 1, toStandardRevisionId: 1 }] });
  const row = fc
    .constantFrom(...rows)
    .map(({ facts: { standard }, value }) => ({ standardId: standard, toStandardRevisionId: value }));
  return fc
    .uniqueArray(row, { minLength: 1, maxLength: 2, selector: ({ standardId }) => String(standardId) })
    .map((generated) => ({ changes: generated }));
};

const revise: Recipe = ({ related }) => {
  const change = fc
    .tuple(
      oneOf(related('field'), ({ value }) => value),
      fc.constantFrom('30', '36', '4 1/2', '', null, ['36']),
      fc.constantFrom(0, 0, 0, 1),
    )
    .map(([element_id, new_value, kind]) =>
      kind === 0
        ? { element_id, new_value }
        : { element_id, disposition: 'per_drawings', disposition_note: 'See A-101' },
    );
  return fc
    .tuple(
      fc.uniqueArray(change, {
        minLength: 1,
        maxLength: 3,
        selector: ({ element_id }) => String(element_id),
      }),
      fc.constantFrom('MAJOR', 'minor', 'Patch'),
      lastOf(related('version')),
    )
    .map(([generated, severity, baseVersion]) => ({ changes: generated, severity, baseVersion }));
};

const createSheet: Recipe = ({ mark, facts, related }) => {
  const values = fc.dictionary(
    oneOf(related('field'), ({ value }) => String(value)),
    fc.constantFrom('30', '36', '', null),
    { maxKeys: 3 },
  );
  return fc.tuple(markedText(mark, 200), fc.option(values, { freq: 2 })).map(([name, elementValues]) => ({
    standard_id: facts.standard ?? 1,
    project_id: facts.project ?? 1,
    name,
    ...(elementValues ? { elementValues } : {}),
  }));
};

/** Choices for conflicts; most upgrades have none. */
const resolutions = ({ related }: RecipeContext): fc.Arbitrary<Record<string, unknown>[]> =>
  fc.uniqueArray(
    fc
      .tuple(
        oneOf(related('field'), ({ value }) => value),
        fc.constantFrom('user_accepted', 'user_discarded'),
      )
      .map(([elementId, resolution]) => ({ elementId, resolution })),
    { maxLength: 2, selector: ({ elementId }) => String(elementId) },
  );
const target = ({ facts, related }: RecipeContext): fc.Arbitrary<unknown> =>
  oneOf(
    related('standardRevision').filter(
      ({ facts: known }) => facts.standard === undefined || known.standard === facts.standard,
    ),
    ({ value }) => value,
  );

const upgrade: Recipe = (context) =>
  fc
    .tuple(fc.option(target(context), { freq: 5 }), fc.option(resolutions(context), { freq: 1 }))
    .map(([to, generated]) => ({
      ...(to === null ? {} : { toStandardRevisionId: to }),
      ...(generated ? { resolutions: generated } : {}),
    }));
const batchUpgrade: Recipe = (context) =>
  fc.option(target(context), { freq: 5 }).map((to) => ({
    project_id: context.facts.project ?? 1,
    ...(to === null ? {} : { to_revision_id: to }),
  }));

/** The plan of a copy that is behind its source, with the copy's side of each conflict. */
const merge: Recipe = ({ related }) =>
  oneOf(related('mergePlan'), ({ value, facts }) => ({
    planHash: value,
    resolutions: Object.fromEntries(
      String(facts.conflicts ?? '')
        .split(' ')
        .filter((id) => id !== '')
        .map((id) => [id, 'mine']),
    ),
  })).map((body) => (typeof body === 'number' ? { planHash: 'none', resolutions: {} } : body));

/** A comment on the project, or on something that was seen in it. */
const comment: Recipe = ({ mark, facts: { project = 1 }, seen }) => {
  const inProject = (kind: string) => seen(kind).filter(({ facts }) => facts.project === project);
  const anchors = [
    { anchorType: 'project', anchorId: project },
    ...inProject('datasheet').map(({ value }) => ({ anchorType: 'datasheet', anchorId: value })),
    ...inProject('file').map(({ value }) => ({ anchorType: 'file', anchorId: value })),
    ...inProject('field')
      .filter(({ facts }) => facts.datasheet !== undefined)
      .map(({ value, facts }) => ({
        anchorType: 'datasheet_field',
        anchorId: facts.datasheet,
        elementId: value,
      })),
  ];
  return fc
    .tuple(fc.constantFrom(...anchors), fc.constantFrom(...COMMENT_INTENTS), markedText(mark, 400))
    .map(([anchor, intent, body]) => ({ ...anchor, intent, body }));
};

const resolution: Recipe = ({ mark }) =>
  fc
    .tuple(fc.constantFrom(...RESOLUTION_STATES), markedText(mark, 100))
    .map(([state, answerBody]) => ({ state, answerBody, counterBody: answerBody }));

/** Into another category of the same scope. */
const mergeCategory: Recipe = ({ facts, seen }) =>
  oneOf(
    seen('category').filter(
      ({ value, facts: known }) =>
        value !== facts.category &&
        known.subject_type === facts.subject_type &&
        known.subject_id === facts.subject_id,
    ),
    ({ value }) => value,
  ).map((intoCategoryId) => ({ intoCategoryId }));

/** Scope members of a new resource: those of its category. */
const inScopeOf = (facts: EntryFacts): Record<string, unknown> => ({
  subject_type: facts.subject_type ?? 'company',
  ...(facts.subject_id === null || facts.subject_id === undefined ? {} : { subject_id: facts.subject_id }),
});

export const RECIPES: Partial<Record<EndpointId, Recipe>> = {
  'standards.workingCopy.save': save,
  'standards.validateMarkdown': (context) => markup(context).map((markdown) => ({ markdown })),
  'wiki.standards.create': (context) =>
    markup({ ...context, mark: '' }).map((content) => ({
      librarySlug: context.facts.librarySlug ?? 'none',
      content,
    })),
  'wiki.standards.update': (context) =>
    fc
      .tuple(lastOf(context.related('wikiRevision')), markup({ ...context, mark: '' }))
      .map(([baseRevisionId, content]) => ({ baseRevisionId, content })),
  'projects.standardRevisions.preview': changes,
  'projects.standardRevisions.apply': changes,
  'comments.create': comment,
  'comments.resolve': resolution,
  'datasheets.revise': revise,
  'datasheets.create': createSheet,
  'datasheets.upgrade': upgrade,
  'datasheets.import': importedSpreadsheet,
  'standards.batchUpgrade': batchUpgrade,
  'standards.merge': merge,
  'standards.acknowledgeSource': () => fc.constant({}),
  'categories.merge': mergeCategory,
  'standards.create': ({ mark, facts }) =>
    markedText(mark, 200).map((name) => ({ name, category_id: facts.category ?? 1, ...inScopeOf(facts) })),
  'standards.delete': ({ facts }) => fc.constant({ confirmName: facts.standardName ?? 'none' }),
  'libraries.create': ({ mark, facts }) =>
    markedText(mark, 100).map((name) => ({ name, ...inScopeOf(facts) })),
  'categories.create': ({ mark, facts }) =>
    markedText(mark, 200).map((name) => ({ name, ...inScopeOf(facts) })),
  'projects.standards.add': ({ related }) =>
    oneOf(related('publishedStandard'), ({ value }) => value).map((standardId) => ({
      action: 'import',
      standardId,
    })),
  'projects.edit': ({ mark, related }) =>
    fc
      .tuple(
        lastOf(related('version')),
        markedText(mark, 100),
        fc.constantFrom('address_city', 'address_street', 'name'),
      )
      .map(([baseVersion, text, field]) => ({ baseVersion, [field]: text })),
  'account.login': ({ facts }) => fc.constant({ email: facts.email, password: facts.password }),
  'account.cla.accept': ({ related }) => lastOf(related('agreement')).map((document_id) => ({ document_id })),
  'admin.cla.publish': ({ mark, related }) =>
    fc.tuple(fc.integer({ min: 1, max: 3 }), markedText(mark, 200)).map(([step, content]) => ({
      version: Number(related('agreementVersion').at(-1)?.value ?? 1) + step,
      content,
    })),
  'account.verifyEmail': ({ facts }) => fc.constant({ token: facts.verifyToken ?? 'none' }),
  'account.passwordReset.confirm': ({ facts }) =>
    fc.constant({ token: facts.resetToken ?? 'none', password: 'another long enough password' }),
};
