/** The decisions on the edition of a matter that the service allows now. */
import { api } from '../../api.ts';
import { Choice } from '../../elements/choices.tsx';
import { Field, Form, textOf } from '../../elements/form.tsx';
import { Loading } from '../../elements/loading.tsx';
import { ModerationForm } from '../../elements/moderation-form.tsx';
import { useLoaded } from '../../use-loaded.ts';
import type { Matter } from './matter-view.ts';

interface DecisionsProps {
  matter: Matter;
  onDecide: () => void;
}

export function Decisions({ matter, onDecide }: DecisionsProps) {
  const {
    id: itemId,
    standard,
    adopted_revision_id,
    address,
    level,
    matter_id,
    allowed_actions = [],
  } = matter;
  const may = (action: string): boolean => allowed_actions.includes(action);
  const target = { id: standard.id, adoptedRevId: adopted_revision_id, matterId: matter_id };
  const about = (decision: string): string => `${decision} of matter ${itemId}`;
  if (matter.state === 'resolved') return <p class="empty">The matter is resolved. It stays in the log.</p>;
  return (
    <section>
      <h2>Decide</h2>
      {may('wiki.adopted.elements.restore') && address !== null && (
        <ModerationForm
          action="Lift the hold"
          effect={`Clause ${address} is readable again in every copy and project, unless another matter holds it.`}
          about={about('lift')}
          decide={async (reasoned) => {
            await api.call('wiki.adopted.elements.restore', {
              ...target,
              element_addresses: [address],
              ...reasoned,
            });
            onDecide();
          }}
        />
      )}
      {may('wiki.adopted.restore') && (
        <ModerationForm
          action="Restore the edition"
          effect="It can be read and cited again. Holds on single clauses stay."
          about={about('restore')}
          decide={async (reasoned) => {
            await api.call('wiki.adopted.restore', { ...target, ...reasoned });
            onDecide();
          }}
        />
      )}
      {may('wiki.adopted.revocation.update') && (
        <>
          <ModerationForm
            action={level === 2 ? 'Show the text again, with a notice' : 'Withhold the text now'}
            effect={
              level === 2
                ? 'Readers see the text and that it is under review. The 90 days of notice begin anew.'
                : 'Nobody reads the text from now on, in every copy and project.'
            }
            about={about('level')}
            decide={async (reasoned) => {
              const next = level === 2 ? 1 : 2;
              await api.call('wiki.adopted.revocation.update', { ...target, level: next, ...reasoned });
              onDecide();
            }}
          />
          <ModerationForm
            action="Narrow to some clauses"
            effect="Only the clauses that you name stay held; the others are readable again."
            about={about('narrow')}
            decide={async (reasoned, data) => {
              await api.call('wiki.adopted.revocation.update', {
                ...target,
                element_addresses: addressesOf(textOf(data, 'element_addresses')),
                ...reasoned,
              });
              onDecide();
            }}
          >
            <Field
              label="Clauses that stay held"
              name="element_addresses"
              hint="Their addresses, with commas between, such as 1.2, 2.1."
            />
          </ModerationForm>
        </>
      )}
      {may('wiki.adopted.replacement') && <Replacement matter={matter} onDecide={onDecide} />}
    </section>
  );
}

/** Addresses as somebody types them. */
const addressesOf = (typed: string): string[] => typed.split(/[\s,;]+/).filter((address) => address !== '');

/** A published edition is marked as the one that projects upgrade to. */
function Replacement({ matter: { standard, adopted_revision_id }, onDecide }: DecisionsProps) {
  const list = useLoaded(
    (signal) => api.call('wiki.adopted.list', { id: standard.id }, { signal }),
    [standard.id],
  );
  return (
    <details class="decision-form">
      <summary>Mark a replacement</summary>
      <Loading of={list}>
        {({ adopted_revisions }) => {
          const others = adopted_revisions.filter(
            ({ id, status }) => status === 'published' && id !== adopted_revision_id,
          );
          if (others.length === 0)
            return (
              <p class="empty">
                No other edition is published. Adopt a corrected revision of the page first.
              </p>
            );
          return (
            <div class="narrow">
              <p>
                Projects are told to upgrade to it. The text is withheld 30 days later, at latest 90 days
                after the notice.
              </p>
              <Form
                action="Mark the replacement"
                send={async (data) => {
                  await api.call('wiki.adopted.replacement', {
                    id: standard.id,
                    adoptedRevId: adopted_revision_id,
                    replacement_adopted_revision_id: textOf(data, 'replacement_adopted_revision_id'),
                  });
                  onDecide();
                }}
              >
                <Choice
                  label="Edition"
                  name="replacement_adopted_revision_id"
                  choices={others.map(({ id, revision_number, title }) => [
                    id,
                    `${revision_number}: ${title}`,
                  ])}
                />
              </Form>
            </div>
          );
        }}
      </Loading>
    </details>
  );
}
