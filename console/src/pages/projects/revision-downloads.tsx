/** What can be taken away of a revision: its signed export, and its manual as a PDF or Word file. */
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { basePath } from '../../location.ts';
import { saveFile } from '../../save-file.ts';
import { mayDo, type Project } from './project.ts';

interface RevisionDownloadsProps {
  project: Project;
  revisionId: number;
  code: string;
}

export function RevisionDownloads({ project, revisionId, code }: RevisionDownloadsProps) {
  if (!mayDo(project, 'projects.export')) return null;
  const document = `${basePath}/api/projects/${project.id}/document?revisionId=${revisionId}&format=`;
  return (
    <div class="actions">
      <ActionButton
        label="Export"
        about={`revision ${code}`}
        act={async () => {
          const bytes = await api.readWhole('projects.export', { id: project.id, revisionId });
          saveFile(`project-${project.id}-revision-${code}.json`, bytes, 'application/json');
        }}
      />
      <a download class="button" aria-label={`PDF of revision ${code}`} href={`${document}pdf`}>
        PDF
      </a>
      <a download class="button" aria-label={`Word file of revision ${code}`} href={`${document}docx`}>
        Word
      </a>
    </div>
  );
}
