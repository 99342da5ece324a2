/**
 * Test fixture: one project for a test file, and a function that creates another datasheet in it for a test
 * to revise.
 */
import { beforeAll } from '@jest/globals';
import { type DatasheetResult, ProjectsWorld } from '../../../test/world/projects-world.ts';

/** For the tests of a file or `describe`. */
export function useSheetsToRevise(): { site: ProjectsWorld; newSheet(): Promise<DatasheetResult> } {
  const site = ProjectsWorld.use();
  let projectId: number;
  let standardId: number;
  let sheets = 0;
  beforeAll(async () => {
    ({ projectId, standardId } = await site.createProjectWithStandard('Concrete to revise'));
  });
  return {
    site,
    newSheet() {
      sheets += 1;
      return site.createDatasheet(projectId, standardId, { name: `Sheet ${sheets}` });
    },
  };
}
