/** Archives a project, or makes it active again. */
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { mayDo, type Project } from './project.ts';

export function ArchiveButton({ project, reload }: { project: Project; reload: () => void }) {
  const { id } = project;
  if (mayDo(project, 'projects.unarchive'))
    return (
      <ActionButton
        label="Make the project active again"
        act={async () => {
          await api.call('projects.unarchive', { id });
          reload();
        }}
      />
    );
  if (!mayDo(project, 'projects.archive')) return null;
  return (
    <ActionButton
      label="Archive the project"
      removes
      confirm="Nobody can change it then; it can still be read and exported, and made active again."
      act={async () => {
        await api.call('projects.archive', { id });
        reload();
      }}
    />
  );
}
