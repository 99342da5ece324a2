/** The files of a project by folder: found, shown, uploaded and reviewed. */
import { useState } from 'preact/hooks';
import { DOCUMENT_TYPES, REVIEW_STATUSES } from '../../../../../shared/contracts/files/vocabulary.ts';
import { api } from '../../../api.ts';
import { Fold } from '../../../elements/fold.tsx';
import { Loading } from '../../../elements/loading.tsx';
import { goTo, hrefOf, query } from '../../../location.ts';
import type { PageProps } from '../../../page-props.ts';
import { useLoaded } from '../../../use-loaded.ts';
import { mayDo, type Project } from '../project.ts';
import { ProjectFrame } from '../project-frame.tsx';
import { FileRow } from './file-row.tsx';
import { FolderList } from './folder-list.tsx';
import { UploadForm } from './upload-form.tsx';

const PER_PAGE = 50;

export default function FilesPage({ params }: PageProps) {
  return (
    <ProjectFrame id={params.id} part="Files">
      {(project) => <Files project={project} />}
    </ProjectFrame>
  );
}

function Files({ project }: { project: Project }) {
  const [changes, setChanges] = useState(0);
  const reload = (): void => setChanges((before) => before + 1);
  const asked = (name: string): string => query.value.get(name) ?? '';
  const selection = {
    folderId: asked('folder') || undefined,
    search: asked('words') || undefined,
    status: REVIEW_STATUSES.find((one) => one === asked('status')),
    documentType: DOCUMENT_TYPES.find((one) => one === asked('type')),
  };
  const chosen = ['words', 'status', 'type'].filter((name) => asked(name) !== '').length;
  const page = Number(asked('page')) || 1;
  const show = (change: Record<string, string | number>): string =>
    hrefOf(`/projects/${project.id}/files`, { ...Object.fromEntries(query.value), page: '', ...change });
  const folders = useLoaded(
    (signal) => api.call('files.folders.list', { projectId: project.id }, { signal }),
    [project.id],
    { reads: changes },
  );
  const files = useLoaded(
    (signal) =>
      api.call('files.list', { projectId: project.id, ...selection, page, per_page: PER_PAGE }, { signal }),
    [project.id, query.value.toString()],
    { reads: changes },
  );
  const rows = folders.value?.folders ?? [];
  return (
    <div class="document">
      <FolderList
        project={project}
        folders={rows}
        selected={selection.folderId}
        hrefOfFolder={(folder) => show({ folder })}
        onChanged={reload}
      />
      <article>
        <div class="folded">
          <Fold label={chosen === 0 ? 'Find files' : `Find files (${chosen} chosen)`} />
          <form
            class="actions"
            onSubmit={(event) => {
              event.preventDefault();
              goTo(show({ words: String(new FormData(event.currentTarget).get('words') ?? '').trim() }));
            }}
          >
            <input
              type="search"
              name="words"
              aria-label="Find a file"
              placeholder="Find a file"
              defaultValue={asked('words')}
            />
            <label>
              Status{' '}
              <select
                value={selection.status ?? ''}
                onChange={({ currentTarget }) => goTo(show({ status: currentTarget.value }))}
              >
                <option value="">all</option>
                {REVIEW_STATUSES.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            </label>
            <label>
              Type{' '}
              <select
                value={selection.documentType ?? ''}
                onChange={({ currentTarget }) => goTo(show({ type: currentTarget.value }))}
              >
                <option value="">all</option>
                {DOCUMENT_TYPES.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            </label>
          </form>
        </div>
        <Loading of={files}>
          {({ files: found, total }) => (
            <>
              {found.length === 0 && (
                <p class="empty">
                  {mayDo(project, 'files.upload')
                    ? 'No file is here yet. Upload the first one below.'
                    : 'No file is here.'}
                </p>
              )}
              <ul class="rows">
                {found.map((file) => (
                  <FileRow key={file.id} project={project} file={file} folders={rows} onChanged={reload} />
                ))}
              </ul>
              {total > PER_PAGE && (
                <nav class="paging" aria-label="Pages">
                  {page > 1 && <a href={show({ page: page - 1 })}>Newer</a>}
                  <span>
                    Page {page} of {Math.ceil(total / PER_PAGE)}
                  </span>
                  {page * PER_PAGE < total && <a href={show({ page: page + 1 })}>Older</a>}
                </nav>
              )}
            </>
          )}
        </Loading>
        {mayDo(project, 'files.upload') && project.revision?.is_draft && (
          <UploadForm
            projectId={project.id}
            folderId={Number(selection.folderId) || undefined}
            onUploaded={reload}
          />
        )}
      </article>
    </div>
  );
}
