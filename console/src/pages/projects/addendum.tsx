/** The addendum from one revision of a project to another: what is read, and as a file to hand out. */
import { basePath, query } from '../../location.ts';
import type { PageProps } from '../../page-props.ts';
import { Addendum } from './addendum-entries.tsx';
import { ProjectFrame } from './project-frame.tsx';

export default function AddendumPage({ params }: PageProps) {
  const from = Number(query.value.get('from'));
  const to = Number(query.value.get('to'));
  const file = (format: string): string =>
    `${basePath}/api/projects/${params.id}/addendum?from=${from}&to=${to}&format=${format}`;
  return (
    <ProjectFrame id={params.id} part="Addendum">
      {(project) => (
        <>
          <div class="title">
            <h2>What changed</h2>
            <div class="actions">
              <a download class="button" href={file('pdf')}>
                PDF
              </a>
              <a download class="button" href={file('docx')}>
                Word
              </a>
              <a
                download
                class="button"
                href={`${basePath}/api/projects/${params.id}/document?format=docx&revisionId=${to}&compareTo=${from}`}
              >
                Manual with tracked changes
              </a>
            </div>
          </div>
          <Addendum projectId={project.id} from={from} to={to} />
        </>
      )}
    </ProjectFrame>
  );
}
