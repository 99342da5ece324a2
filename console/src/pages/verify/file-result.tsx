/** What the verification of one file came to: what is signed in it, or why it is refused. */
import type { ComponentChildren } from 'preact';
import type { VerifiedFile } from '../../../../scripts/verify/verify-export/files.mjs';
import { nameOf } from '../../../../scripts/verify/verify-export/json.mjs';
import { Refused } from '../../../../scripts/verify/verify-export/refusals.mjs';
import { NotChecked } from '../../verifying/verify-in-browser.ts';

export interface Checked {
  name: string;
  verified?: VerifiedFile;
  refusal?: unknown;
}

export function FileResult({
  result: { name, verified, refusal },
  keysFrom,
}: {
  result: Checked;
  keysFrom: string;
}) {
  if (!verified) return <Refusal name={name} refusal={refusal} />;
  const { project, revision, issued_at, content_sha256, keyid } = verified.certificate;
  return (
    <section>
      <h2 dir="auto">{name}</h2>
      <p class="done">
        <strong>Verified.</strong> The file is as it was signed.
      </p>
      <dl class="fields">
        <Row term="Project">
          {nameOf(project.name)} ({nameOf(project.id)})
        </Row>
        <Row term="Revision">
          {nameOf(revision.code)} {nameOf(revision.name)}
        </Row>
        <Row term="Issued">{issued_at}</Row>
        {'sealed' in verified ? (
          <>
            <Row term="Shows">
              {verified.shown} of {verified.sealed} datasheets
            </Row>
            {verified.withheld.length > 0 && (
              <Row term="Not shown">
                The file says that a moderator withheld these words, which nothing signs:{' '}
                {verified.withheld.join(', ')}
              </Row>
            )}
            <Row term="SHA-256 of the content">{content_sha256}</Row>
          </>
        ) : (
          <Proven verified={verified} />
        )}
        <Row term="Key">
          {keyid}, from {keysFrom}. Compare it with the keyid that the issuer gave you another way.
        </Row>
      </dl>
      {name.toLowerCase().endsWith('.pdf') && (
        <p class="notice">
          What was verified is export.json, which is attached to the PDF. Nothing signs the pages: what counts
          is in the export.
        </p>
      )}
    </section>
  );
}

function Proven({
  verified: { leaf, clause, value },
}: {
  verified: Extract<VerifiedFile, { leaf: unknown }>;
}) {
  const shown = leaf.standard ?? leaf.datasheet;
  return (
    <>
      <Row term={leaf.standard ? 'Standard' : 'Datasheet'}>{nameOf(Reflect.get(Object(shown), 'name'))}</Row>
      {clause && (
        <Row term={`Clause ${nameOf(clause.address)}`}>
          {clause.wording === null
            ? 'Its words are not shown: the file says that a moderator withheld them, which nothing signs.'
            : [clause.wording.label, clause.wording.toc_content, clause.wording.content]
                .filter(Boolean)
                .join('\n')}
        </Row>
      )}
      {value && <Row term="Value">{JSON.stringify(value)}</Row>}
    </>
  );
}

function Row({ term, children }: { term: string; children: ComponentChildren }) {
  return (
    <div>
      <dt dir="auto">{term}</dt>
      <dd class="words" dir="auto">
        {children}
      </dd>
    </div>
  );
}

function Refusal({ name, refusal }: { name: string; refusal: unknown }) {
  const words = refusal instanceof Error ? refusal.message : String(refusal);
  return (
    <section>
      <h2 dir="auto">{name}</h2>
      <div class="problem">
        <p>
          <strong>{refusal instanceof NotChecked ? 'Not checked.' : 'Refused.'}</strong> {words}
        </p>
        {refusal instanceof Refused && <p class="small">{refusal.reason}</p>}
      </div>
    </section>
  );
}
