/** Tests of which projects a caller can access, and with which role. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { anonymous, editor, personPrincipal, viewer } from '../../../test/people.ts';
import { useNode } from '../../../test/service-node.ts';
import { openProjects, type ProjectsService } from '../open-projects.ts';
import { findAccessibleProjects } from './accessible-projects.ts';

/** The viewer after leaving the company. */
const left = personPrincipal({ id: viewer.user.id });
const limits = { given: 10, owned: 10 };

describe('projects: who can access them', () => {
  const node = useNode(['projects', 'audit']);
  let stores: ProjectsService;
  let ids: number[];
  beforeAll(async () => {
    stores = await openProjects(node.node);
    ids = [];
    for (const name of ['First', 'Second'])
      ids.unshift((await node.call(viewer, 'projects.create', { name })).id);
  });

  it('each project once, newest first, with the stronger of the role given and the company’s (A18, P13)', async () => {
    const rolesOf = async (who: typeof viewer) =>
      (await findAccessibleProjects(stores.projects, who, limits)).map(
        ({ project_id, role, given, owned }) => [project_id, role, given, owned !== null],
      );
    const expect = (...rest: unknown[]) => ids.map((id) => [id, ...rest]);
    assert.deepEqual(await rolesOf(viewer), expect('ProjectOwner', 'ProjectOwner', true));
    assert.deepEqual(await rolesOf(editor), expect('ProjectEditor', null, true));
    assert.deepEqual(await rolesOf(left), [], 'the role given ended with the company (X11)');
    assert.deepEqual(await findAccessibleProjects(stores.projects, anonymous, limits), []);
  });

  it('the list, whoami and projects.roles name the same projects (P4, A18)', async () => {
    for (const who of [viewer, editor, left]) {
      const { owned, company, shared } = await node.call(who, 'projects.list', {});
      const { roles } = await node.call(who, 'projects.roles', {});
      const listed = [...owned, ...company, ...shared].map(({ id, role }) => ({ project_id: id, role }));
      assert.deepEqual(listed, roles);
    }
  });
});
