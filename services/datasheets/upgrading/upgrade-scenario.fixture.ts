/**
 * Test fixture of upgrades: two editions of a standard, a project with datasheets on the first, and resolutions of
 * the conflicts that the second causes.
 */
import { editionField } from '../../../test/world/editions.ts';
import { type DatasheetResult, elementIdOf, type ProjectsWorld } from '../../../test/world/projects-world.ts';
import { SLAB_FIELDS } from '../../../test/world/small-standards.ts';

/** The next edition: another unit, other options, one field gone, one new. */
const NEXT_FIELDS = [
  ...SLAB_FIELDS.filter((field) => field.label !== 'Admixtures').map((field) => {
    if (field.label === 'Thickness') return { ...field, unit: 'mm', default_value: '115' };
    return field.label === 'Finish'
      ? { ...field, options: ['Trowel', 'Mirror'], default_value: 'Mirror' }
      : field;
  }),
  editionField({ element_address: '1.5', label: 'Joints', default_value: 'Sawn' }),
];

interface UpgradeScenario {
  projectId: number;
  standardId: number;
  /** The first edition, which the project pins. */
  revision: { id: number; code: string };
  /** The second. */
  next: { id: number; code: string };
  sheets: DatasheetResult[];
}

let count = 0;

/** A project that pins the first edition, with sheets of these names; the second edition exists as well. */
export async function createUpgradeScenario(site: ProjectsWorld, names = ['Slab']): Promise<UpgradeScenario> {
  count += 1;
  const { page, ...prepared } = await site.createProjectWithStandard(`Concrete ${count}`);
  const sheets: DatasheetResult[] = [];
  for (const name of names) {
    sheets.push(
      await site.createDatasheet(prepared.projectId, prepared.standardId, {
        name,
        elementValues: { '1.2': '6' },
      }),
    );
  }
  const { revision: next } = await site.createStandard({
    title: `Concrete ${count}`,
    fields: NEXT_FIELDS,
    page,
    edition: 2,
  });
  return { ...prepared, sheets, next };
}

/** A resolution for each conflict of such a sheet. */
export const resolutionsFor = (sheet: DatasheetResult) => [
  { elementId: elementIdOf(sheet, 'Thickness'), resolution: 'user_modified' as const, newValue: '152' },
  { elementId: elementIdOf(sheet, 'Finish'), resolution: 'user_discarded' as const },
];
