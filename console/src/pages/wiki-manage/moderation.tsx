/** Moderation of the page itself: it is archived and restored, and its slug retired. */
import { api } from '../../api.ts';
import { Field, textOf } from '../../elements/form.tsx';
import { ModerationForm } from '../../elements/moderation-form.tsx';
import { goTo, hrefOf } from '../../location.ts';
import type { ManagedPart } from './editions.tsx';

export function Moderation({ pageId: id, may, onChange }: ManagedPart) {
  if (!may('wiki.moderation.archive') && !may('wiki.moderation.restore')) return null;
  return (
    <section>
      <h2>Moderation</h2>
      <p>
        <a href={hrefOf('/moderation', { standard: id })}>Matters of this page</a>
      </p>
      {may('wiki.moderation.archive') && (
        <ModerationForm
          action="Archive the page"
          effect="Nobody but its moderators sees it from then on. Its editions stay in the libraries."
          about={`archive ${id}`}
          decide={async (reasoned) => {
            await api.call('wiki.moderation.archive', { id, ...reasoned });
            onChange();
          }}
        />
      )}
      {may('wiki.moderation.restore') && (
        <ModerationForm
          action="Show the page again"
          effect="Everybody may read it again."
          about={`restore ${id}`}
          decide={async (reasoned) => {
            await api.call('wiki.moderation.restore', { id, ...reasoned });
            onChange();
          }}
        />
      )}
      {may('wiki.moderation.slugRetire') && (
        <ModerationForm
          action="Retire the address"
          effect="The old address answers that it is gone, for good. There is no way back."
          about={`slug ${id}`}
          decide={async (reasoned, data) => {
            const { standard } = await api.call('wiki.moderation.slugRetire', {
              id,
              new_slug: textOf(data, 'new_slug'),
              ...reasoned,
            });
            goTo(hrefOf(`/wiki/${standard.librarySlug}/${standard.slug}/manage`));
          }}
        >
          <Field
            label="New address"
            name="new_slug"
            hint="Lower-case letters and digits, with hyphens between."
          />
        </ModerationForm>
      )}
    </section>
  );
}
