/** What every page of a project has: its name, the links to its pages, its state, and the page itself. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Loading } from '../../elements/loading.tsx';
import { PageTitle } from '../../elements/page-title.tsx';
import { Tabs } from '../../elements/tabs.tsx';
import { hrefOf } from '../../location.ts';
import { mayDo, type Project, type UnpublishedProject, useProject } from './project.ts';

interface ProjectFrameProps {
  id: string | undefined;
  /** Of the page, such as "Datasheets". */
  part: string;
  actions?: (project: Project, reload: () => void) => ComponentChildren;
  /** @param reload reads the project again, and draws the page anew */
  children: (project: Project, reload: () => void) => ComponentChildren;
}

export function ProjectFrame({ id, part, actions, children }: ProjectFrameProps) {
  const [changes, setChanges] = useState(0);
  const loaded = useProject(Number(id), changes);
  const reload = (): void => setChanges((before) => before + 1);
  return (
    <Loading of={loaded}>
      {(project) =>
        'stakeholders' in project ? (
          <>
            <PageTitle title={project.name} part={part}>
              <div class="actions">{actions?.(project, reload)}</div>
            </PageTitle>
            <Tabs label="Pages of the project" tabs={tabsOf(project)} />
            {project.archived && (
              <p class="notice">
                This project is archived{project.archived_reason ? `: ${project.archived_reason}` : ''}. It is
                kept until {project.retention_until?.slice(0, 10)} and can be read and exported.
              </p>
            )}
            {children(project, reload)}
          </>
        ) : (
          <NotPublished project={project} />
        )
      }
    </Loading>
  );
}

function NotPublished({ project }: { project: UnpublishedProject }) {
  return (
    <>
      <PageTitle title={project.name} />
      <p class="empty">
        Nothing of this project is published yet. It is shown here with its first revision.{' '}
        <a href={hrefOf('/projects')}>All projects</a>
      </p>
    </>
  );
}

function tabsOf(project: Project) {
  const at = `/projects/${project.id}`;
  return [
    { to: at, words: 'Overview' },
    { to: `${at}/standards`, words: 'Standards' },
    { to: `${at}/datasheets`, words: 'Datasheets' },
    { to: `${at}/comments`, words: 'Comments' },
    { to: `${at}/files`, words: 'Files' },
    { to: `${at}/revisions`, words: 'Revisions' },
    { to: `${at}/changes`, words: 'Changes' },
    ...(mayDo(project, 'projects.publish') ? [{ to: `${at}/publish`, words: 'Publish' }] : []),
  ];
}
