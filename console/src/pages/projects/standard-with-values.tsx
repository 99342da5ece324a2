/** A standard as a revision of the project uses it: its clauses with the values of every datasheet, and their proofs. */

import { DISPOSITION_WORDS } from '../../../../shared/documents/disposition-words.ts';
import type { EndpointParams, EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { ClauseList, type ShownClause } from '../../elements/clause-list.tsx';
import { Loading } from '../../elements/loading.tsx';
import { PageTitle } from '../../elements/page-title.tsx';
import { hrefOf, query } from '../../location.ts';
import type { PageProps } from '../../page-props.ts';
import { saveFile } from '../../save-file.ts';
import { useLoaded } from '../../use-loaded.ts';
import { wordsOf } from './datasheet/sheet-edits.ts';

type Content = EndpointResult<'projects.integratedContent'>;
type Clause = Extract<Content['elements'][number], { element_id: unknown }>;

export default function StandardWithValuesPage({ params }: PageProps) {
  const projectId = Number(params.id);
  const standardId = Number(params.standard);
  const revisionId = Number(query.value.get('revision')) || undefined;
  const loaded = useLoaded(
    (signal) => api.call('projects.integratedContent', { projectId, standardId, revisionId }, { signal }),
    [projectId, standardId, revisionId],
  );
  return (
    <Loading of={loaded}>
      {(content) => (
        <>
          <p class="above">
            <a href={hrefOf(`/projects/${projectId}/revisions/${content.revision.id}`)}>
              {content.revision.is_draft ? 'Draft' : 'Revision'} {content.revision.code}
            </a>
          </p>
          <PageTitle title={content.standard.name} />
          <p class="facts">
            <span>revision {content.standard.standard_revision.code}</span>
            <span>
              {content.datasheets.length} {content.datasheets.length === 1 ? 'datasheet' : 'datasheets'}
            </span>
          </p>
          <ClausesWithValues content={content} />
        </>
      )}
    </Loading>
  );
}

function ClausesWithValues({ content }: { content: Content }) {
  const clauses = content.elements.filter((one): one is Clause => 'element_id' in one);
  const fieldsOf = new Map(clauses.map(({ element_id, fields }) => [element_id, fields]));
  const names = new Map(content.datasheets.map(({ id, name }) => [id, name]));
  const remarks = ({ element_id = 0, address, attributes }: ShownClause) => (
    <>
      <Values content={content} fields={fieldsOf.get(element_id) ?? []} names={names} />
      <Proof
        content={content}
        about={`of clause ${attributes.label ?? address}`}
        of={{ elementId: element_id, standardId: content.standard.id }}
        file={`proof-${content.standard.id}-${address}.json`}
      />
    </>
  );
  return <ClauseList clauses={clauses} remarks={remarks} />;
}

interface ProofProps {
  content: Content;
  about: string;
  of: Pick<EndpointParams<'projects.proof'>, 'elementId' | 'standardId' | 'datasheetId'>;
  /** Its name when it is saved. */
  file: string;
}

/** Saves the proof of a clause or a value; a draft is not signed, and has none. */
function Proof({ content: { project_id, revision }, about, of, file }: ProofProps) {
  if (revision.is_draft) return null;
  return (
    <ActionButton
      label="Proof"
      about={about}
      act={async () => {
        const bytes = await api.readWhole('projects.proof', {
          id: project_id,
          revisionId: revision.id,
          ...of,
        });
        saveFile(file, bytes, 'application/json');
      }}
    />
  );
}

interface ValuesProps {
  content: Content;
  fields: Clause['fields'];
  /** Of the datasheets. */
  names: ReadonlyMap<number, string>;
}

function Values({ content, fields, names }: ValuesProps) {
  if (fields.length === 0) return null;
  return (
    <dl class="fields">
      {fields.flatMap((field) =>
        field.values.map((one) => (
          <div key={`${field.id} ${one.datasheet_id}`}>
            <dt dir="auto">
              {field.label}
              {names.size > 1 && <span class="small"> {names.get(one.datasheet_id)}</span>}
            </dt>
            <dd dir="auto">
              {one.disposition && one.disposition !== 'specified'
                ? [DISPOSITION_WORDS[one.disposition], one.disposition_note].filter(Boolean).join(': ')
                : wordsOf(one.user_value)}{' '}
              {one.user_value !== null && (one.recorded_under?.unit ?? field.unit)}{' '}
              <Proof
                content={content}
                about={`of ${field.label} in ${names.get(one.datasheet_id) ?? ''}`}
                of={{ elementId: field.id, datasheetId: one.datasheet_id }}
                file={`proof-${one.datasheet_id}-${field.id}.json`}
              />
            </dd>
          </div>
        )),
      )}
    </dl>
  );
}
