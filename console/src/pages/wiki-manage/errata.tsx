/** The errata of the editions of a page: issued, and withdrawn with a published reason. */
import type { EndpointParams } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { Choice } from '../../elements/choices.tsx';
import { Field, Form, textOf } from '../../elements/form.tsx';
import { Loading } from '../../elements/loading.tsx';
import { Pill } from '../../elements/pill.tsx';
import { UnsavedTextArea } from '../../elements/unsaved-text-area.tsx';
import { wordsOf } from '../../moderation-reasons.ts';
import { discardInput } from '../../unsaved-input.ts';
import { useLoaded } from '../../use-loaded.ts';
import type { ManagedPart } from './editions.tsx';

type Erratum = EndpointParams<'wiki.errata.issue'>;

const SEVERITIES = ['info', 'minor', 'major', 'critical'] as const satisfies readonly Erratum['severity'][];
const ACTIONS = [
  'none',
  'review',
  'correct',
  'replace',
  'stop_use',
  'other',
] as const satisfies readonly Erratum['recommended_action'][];

export function Errata({ pageId: id, may, changes, onChange }: ManagedPart & { changes: number }) {
  const list = useLoaded((signal) => api.call('wiki.errata.list', { id }, { signal }), [id], {
    reads: changes,
  });
  return (
    <section>
      <h2>Errata</h2>
      <Loading of={list}>
        {({ errata }) =>
          errata.length === 0 ? (
            <p class="empty">No defect of an edition is announced.</p>
          ) : (
            <ul class="rows">
              {errata.map((erratum) => (
                <li key={erratum.id}>
                  <span dir="auto">{erratum.description}</span>
                  <span class="facts">
                    <span>{erratum.severity}</span>
                    <span>{wordsOf(erratum.recommended_action)}</span>
                    <span>
                      {erratum.affected
                        .map(({ element_address }) => element_address ?? 'the whole edition')
                        .join(', ')}
                    </span>
                    <time dateTime={erratum.issued_at}>{erratum.issued_at.slice(0, 10)}</time>
                    {erratum.status === 'withdrawn' && (
                      <Pill state="withdrawn">withdrawn: {erratum.withdrawn_reason}</Pill>
                    )}
                  </span>
                  {erratum.status === 'active' && may('wiki.errata.withdraw') && (
                    <Withdrawal pageId={id} errataId={erratum.id} onChange={onChange} />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
      {may('wiki.errata.issue') && <Issue pageId={id} changes={changes} onChange={onChange} />}
    </section>
  );
}

interface WithdrawalProps {
  pageId: string;
  errataId: string;
  onChange: () => void;
}

function Withdrawal({ pageId: id, errataId, onChange }: WithdrawalProps) {
  const about = `withdrawal of erratum ${errataId}`;
  return (
    <details class="decision-form">
      <summary>Withdraw</summary>
      <div class="narrow">
        <Form
          action="Withdraw the erratum"
          send={async (data) => {
            await api.call('wiki.errata.withdraw', { id, errataId, reason: textOf(data, 'reason') });
            discardInput(about);
            onChange();
          }}
        >
          <UnsavedTextArea
            about={about}
            label="Reason"
            name="reason"
            hint="It is published with the erratum."
          />
        </Form>
      </div>
    </details>
  );
}

function Issue({ pageId: id, changes, onChange }: { pageId: string; changes: number; onChange: () => void }) {
  const about = `erratum of ${id}`;
  const list = useLoaded((signal) => api.call('wiki.adopted.list', { id }, { signal }), [id], {
    reads: changes,
  });
  const editions = (list.value?.adopted_revisions ?? []).filter(({ status }) => status === 'published');
  if (editions.length === 0) return null;
  return (
    <details class="decision-form">
      <summary>Issue an erratum</summary>
      <div class="narrow">
        <Form
          action="Issue the erratum"
          clears
          send={async (data) => {
            const address = textOf(data, 'element_address');
            const note = textOf(data, 'recommended_action_note');
            await api.call('wiki.errata.issue', {
              id,
              severity: SEVERITIES.find((one) => one === data.get('severity')) ?? 'minor',
              recommended_action: ACTIONS.find((one) => one === data.get('recommended_action')) ?? 'review',
              description: textOf(data, 'description'),
              ...(note === '' ? {} : { recommended_action_note: note }),
              affected: [
                {
                  adopted_revision_id: textOf(data, 'adopted_revision_id'),
                  ...(address === '' ? {} : { element_address: address }),
                },
              ],
            });
            discardInput(about);
            onChange();
          }}
        >
          <Choice
            label="Edition"
            name="adopted_revision_id"
            path="affected"
            choices={editions.map((one) => [one.id, `${one.revision_number}: ${one.title}`])}
          />
          <Field
            label="Clause"
            name="element_address"
            path="affected[0].element_address"
            optional
            hint="Its address; empty for the whole edition."
          />
          <UnsavedTextArea
            about={about}
            label="What is wrong"
            name="description"
            hint="Readers of the clause see it, and the editions stay as they are."
          />
          <Choice
            label="Severity"
            name="severity"
            value="minor"
            choices={SEVERITIES.map((one) => [one, one])}
          />
          <Choice
            label="What to do"
            name="recommended_action"
            value="review"
            choices={ACTIONS.map((one) => [one, wordsOf(one)])}
          />
          <Field label="Note on what to do" name="recommended_action_note" optional />
        </Form>
      </div>
    </details>
  );
}
