/** The standards that a project pins, by section, each with its revision; pins are brought current and standards added. */
import { useState } from 'preact/hooks';
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import { Problem } from '../../elements/problem.tsx';
import type { PageProps } from '../../page-props.ts';
import { useLoaded } from '../../use-loaded.ts';
import { AddStandard } from './add-standard.tsx';
import { MovePins } from './move-pins.tsx';
import { mayDo, type Project } from './project.ts';
import { ProjectFrame } from './project-frame.tsx';
import { type PinOptions, type ProjectStandard, StandardRow } from './standard-row.tsx';

export default function ProjectStandardsPage({ params }: PageProps) {
  return (
    <ProjectFrame id={params.id} part="Standards">
      {(project) => <Standards project={project} />}
    </ProjectFrame>
  );
}

type List = EndpointResult<'projects.standards.list'>;

function Standards({ project }: { project: Project }) {
  const { id } = project;
  const [changes, setChanges] = useState(0);
  const mayPin = mayDo(project, 'projects.standardRevisions.apply');
  const list = useLoaded(
    (signal) => api.call('projects.standards.list', { id, include_archived: true }, { signal }),
    [id],
    { reads: changes },
  );
  // Who cannot move pins, or not now, reads the list all the same.
  const options = useLoaded(
    async (signal): Promise<readonly PinOptions[]> =>
      mayPin ? (await api.call('projects.standardRevisionOptions', { id }, { signal })).standards : [],
    [id, mayPin],
    { reads: changes },
  );
  const reload = (): void => setChanges((before) => before + 1);
  return (
    <>
      <Loading of={list}>
        {(loaded) =>
          loaded.standards.length === 0 ? (
            <p class="empty">
              No standard is in this project yet.
              {mayDo(project, 'projects.standards.add') && ' Find the first one below and add it.'}
            </p>
          ) : (
            <Sections
              project={project}
              list={loaded}
              options={options.value ?? []}
              mayPin={mayPin}
              reload={reload}
            />
          )
        }
      </Loading>
      {options.error !== null && !list.error && <Problem error={options.error} />}
      {mayDo(project, 'projects.standards.add') && (
        <AddStandard
          projectId={id}
          held={new Set(list.value?.standards.map(({ standard_id }) => standard_id))}
          onAdded={reload}
        />
      )}
    </>
  );
}

interface SectionsProps {
  project: Project;
  list: List;
  options: readonly PinOptions[];
  mayPin: boolean;
  reload: () => void;
}

function Sections({ project, list: { standards, truncated }, options, mayPin, reload }: SectionsProps) {
  // Revisions that were chosen and not moved to yet, by standard.
  const [chosen, setTargets] = useState<ReadonlyMap<number, number>>(new Map());
  const optionsOf = new Map(options.map((one) => [one.standardId, one]));
  // One that was archived or taken out since is not moved.
  const targets = new Map([...chosen].filter(([standardId]) => optionsOf.has(standardId)));
  const behind = options.flatMap(({ standardId, bringCurrentTo }): [number, number][] =>
    bringCurrentTo === null ? [] : [[standardId, bringCurrentTo]],
  );
  const choose = (standardId: number, target: number | null): void => {
    const next = new Map(targets);
    if (target === null) next.delete(standardId);
    else next.set(standardId, target);
    setTargets(next);
  };
  return (
    <>
      {truncated && <p class="notice">There are more standards than this list has.</p>}
      {mayPin && behind.length === 0 && options.length > 0 && (
        <p class="small">Every standard is on its current revision, as far as you may read them.</p>
      )}
      {behind.length > 1 && (
        <button type="button" onClick={() => setTargets(new Map(behind))}>
          Bring {behind.length} standards current
        </button>
      )}
      {[...bySection(standards)].map(([section, rows]) => (
        <section key={section}>
          <h2 dir="auto">{section}</h2>
          <ul class="rows">
            {rows.map((row) => (
              <StandardRow
                key={row.standard_id}
                project={project}
                row={row}
                options={optionsOf.get(row.standard_id)}
                target={targets.get(row.standard_id) ?? null}
                onChoose={(target) => choose(row.standard_id, target)}
                reload={reload}
              />
            ))}
          </ul>
        </section>
      ))}
      {targets.size > 0 && (
        <MovePins
          projectId={project.id}
          targets={targets}
          onLeave={() => setTargets(new Map())}
          onMoved={() => {
            setTargets(new Map());
            reload();
          }}
        />
      )}
    </>
  );
}

const bySection = (rows: readonly ProjectStandard[]): Map<string, ProjectStandard[]> =>
  Map.groupBy(rows, ({ category, archived }) =>
    archived ? 'Archived' : (category?.name ?? 'In no section'),
  );
