/**
 * Shows an error in the words of the service, with the id of the request. Where the session has ended, the page asks
 * to sign in again.
 */
import { useEffect } from 'preact/hooks';
import { ApiError } from '../../../shared/rest-client/api-error.ts';
import { inPageWords } from '../refusal-words.ts';
import { noteRefusal } from '../session.ts';

/** The sentence of an error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return inPageWords(error.detail) || noAnswer(error);
  if (error instanceof TypeError) return 'The service cannot be reached. Check the connection and try again.';
  return error instanceof Error ? error.message : String(error);
}

/** What a proxy answers has no words for people. */
const noAnswer = ({ retryAfter }: ApiError): string =>
  `The service could not answer. Try again${retryAfter === null ? '' : ` in ${retryAfter} seconds`}.`;

interface ProblemProps {
  error: unknown;
  /** Its sentence, where the page can say it better. */
  sentence?: string;
}

export function Problem({ error, sentence = sentenceOf(error) }: ProblemProps) {
  useEffect(() => noteRefusal(error), [error]);
  const id = error instanceof ApiError ? error.requestId : '';
  return (
    <div class="problem" role="alert">
      <p>{sentence}</p>
      {id !== '' && (
        <details class="small">
          <summary>Details for support</summary>
          <p>Request {id}</p>
        </details>
      )}
    </div>
  );
}
