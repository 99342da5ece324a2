/** What each action of `projects.standards.add` answers, and the section that it names. */
import type { standardRow } from '../../../shared/contracts/projects/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { apiErrorAt } from '../../../shared/kernel/errors/errors.ts';
import type { Manifest } from '../revisions/manifest.ts';

export interface AddedStandard {
  standard: Infer<typeof standardRow>;
  section_created: boolean;
}

/** @returns the id. @throws UNKNOWN_CATEGORY for another project's section */
export function assertSectionExists({ sections }: Manifest, categoryId: number): number {
  if (sections.some(({ id }) => id === categoryId)) return categoryId;
  throw apiErrorAt('UNKNOWN_CATEGORY', 'categoryId', "'categoryId' must be a section of this project.");
}
