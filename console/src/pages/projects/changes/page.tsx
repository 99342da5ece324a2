/** What happened in a project by day, newest first; what one has seen is remembered, so that new things stand out. */
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../../api.ts';
import { Days } from '../../../elements/days.tsx';
import { Loading } from '../../../elements/loading.tsx';
import { hrefOf, query } from '../../../location.ts';
import type { PageProps } from '../../../page-props.ts';
import { readInput, saveInput } from '../../../unsaved-input.ts';
import { useLoaded } from '../../../use-loaded.ts';
import type { Project } from '../project.ts';
import { ProjectFrame } from '../project-frame.tsx';
import { ChangeRow } from './change-row.tsx';
import type { Change } from './change-words.ts';
import { type Names, readNames } from './read-names.ts';

const PER_PAGE = 100;
/** The service lists them oldest first, so many at once. */
const READ_AT_ONCE = 500;

export default function ChangesPage({ params }: PageProps) {
  return (
    <ProjectFrame id={params.id} part="Changes">
      {(project) => <Changes project={project} />}
    </ProjectFrame>
  );
}

interface Page {
  /** Newest first. */
  changes: Change[];
  names: Names;
  /** The number that older ones are below; null where there are none. */
  before: number | null;
}

/** The page below a number, or the last one. @param seen a number that the last page may begin at */
async function readPage(id: number, below: number | null, seen: number, signal: AbortSignal): Promise<Page> {
  let since = Math.max(0, (below ?? seen) - 1 - PER_PAGE);
  let changes: Change[] = [];
  for (let isMore = true; isMore; ) {
    const limit = below === null ? READ_AT_ONCE : PER_PAGE;
    const page = await api.call('projects.changes', { id, since, limit }, { signal });
    changes = [...changes, ...page.changes].slice(-PER_PAGE);
    isMore = below === null && page.more;
    since = page.next;
  }
  const first = changes[0]?.sequence ?? 0;
  const names = await readNames(id, changes, signal);
  return { changes: changes.toReversed(), names, before: first > 1 ? first : null };
}

function Changes({ project }: { project: Project }) {
  const about = `changes of project ${project.id}`;
  const [seen] = useState(() => Number(readInput(about)?.value) || 0);
  const below = Number(query.value.get('before')) || null;
  const list = useLoaded((signal) => readPage(project.id, below, seen, signal), [project.id, below]);
  const newest = below === null ? (list.value?.changes[0]?.sequence ?? 0) : 0;
  useEffect(() => {
    if (newest > seen) saveInput(about, newest);
  }, [newest]);
  const at = `/projects/${project.id}/changes`;
  return (
    <Loading of={list}>
      {({ changes, names, before }) => (
        <>
          {seen > 0 && below === null && (
            <p role="status">{newest > seen ? 'New since you were here is marked.' : 'Nothing is new.'}</p>
          )}
          <div class="feed">
            <Days rows={changes} timeOf={({ at: time }) => time}>
              {(change) => (
                <ChangeRow
                  key={change.sequence}
                  projectId={project.id}
                  change={change}
                  names={names}
                  isNew={seen > 0 && change.sequence > seen}
                />
              )}
            </Days>
          </div>
          {(before !== null || below !== null) && (
            <nav class="paging" aria-label="Pages">
              {below !== null && <a href={hrefOf(at)}>Newest changes</a>}
              {before !== null && <a href={hrefOf(at, { before })}>Older changes</a>}
            </nav>
          )}
        </>
      )}
    </Loading>
  );
}
