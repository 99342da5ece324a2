/** What an edition of the current revision would be, and its adoption or proposal. */
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { Loading } from '../../elements/loading.tsx';
import { useLoaded } from '../../use-loaded.ts';

interface AdoptionPreviewProps {
  pageId: string;
  changes: number;
  onChange: () => void;
}

export function AdoptionPreview({ pageId: id, changes, onChange }: AdoptionPreviewProps) {
  const preview = useLoaded(
    (signal) => api.call('wiki.standards.previewAdoption', { id }, { signal }),
    [id],
    { reads: changes },
  );
  const adopt =
    (how: 'wiki.adopted.propose' | 'wiki.standards.directAdopt', sourceRevisionId: string) => async () => {
      await api.call(how, { id, sourceRevisionId });
      onChange();
    };
  return (
    <>
      <h3>A new edition</h3>
      <Loading of={preview}>
        {({
          sourceRevision,
          isParseable,
          errors,
          elementCount,
          datasheetCount,
          resolvedCategoryPath,
          categoryPathError,
        }) =>
          isParseable ? (
            <>
              <p>
                Revision {sourceRevision.revision_number} has {elementCount} clauses and {datasheetCount}{' '}
                fields
                {resolvedCategoryPath.length > 0 && `, filed under ${resolvedCategoryPath.join(' / ')}`}.
              </p>
              {categoryPathError !== null && <p class="notice">{categoryPathError}</p>}
              <ActionButton
                label="Propose"
                about={`revision ${sourceRevision.revision_number}`}
                act={adopt('wiki.adopted.propose', sourceRevision.id)}
              />{' '}
              <ActionButton
                label="Adopt at once"
                about={`revision ${sourceRevision.revision_number}`}
                confirm="It becomes the edition that people cite."
                act={adopt('wiki.standards.directAdopt', sourceRevision.id)}
              />
            </>
          ) : (
            <>
              <p class="notice">
                Revision {sourceRevision.revision_number} cannot be read as a standard. Mend the page first:
              </p>
              <ul>
                {errors.map(({ line, rule, message }) => (
                  <li key={`${line} ${rule}`}>
                    Line {line}: {message}
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loading>
    </>
  );
}
