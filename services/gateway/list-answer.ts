/**
 * `standards.list` without `per_page` over HTTP: all of them, however many. They leave in parts, each asked for when the client has
 * taken the last, so that neither a long list nor a slow reader takes memory here or on the bus (hardening H35).
 */
import type { Result } from '../../shared/contracts/endpoint.ts';
import { standardsListing } from '../../shared/contracts/standards/listing.ts';
import type { Node } from '../../shared/kernel/node.ts';
import { readParams } from '../../shared/kernel/params.ts';
import { sendJson, sendJsonPieces } from './answer.ts';
import { ask } from './asking.ts';
import type { SignedPrincipal } from './credentials.ts';
import type { AnswerHere } from './exchange.ts';

type ListPart = (typeof standardsListing)['standards.listPart'];
type Part = Result<ListPart>;

/** The endpoint's answer, for the exchange. */
export function listAnswer(node: Node): AnswerHere {
  return async ({ exchange, match, caller, judgeAgain, params, answerAsUsual }) => {
    const sent = await params();
    const { page, per_page, ...listed } = readParams(standardsListing['standards.list'], sent, 'http');
    if (per_page !== undefined || page > 1) return answerAsUsual(sent);

    const { requestId } = exchange;
    const askPart = (as: SignedPrincipal, after: Part['next']): Promise<Part> =>
      ask(node, 'standards.listPart', { ...listed, ...(after ? { after } : {}) }, { caller: as, requestId, waitingAs: match.id });
    // Asked before anything is sent: a refusal is a problem document, and what fits one part an answer like every other.
    const first = await askPart(caller, null);
    // A list may take minutes, and its reader lose the right meanwhile (H16).
    if (first.next)
      await sendJsonPieces(
        exchange,
        piecesOf(first, async (after) => askPart(await judgeAgain(), after)),
      );
    else await sendJson(exchange, match.spec, 200, { standards: first.standards, ...endOf(first.standards.length) });
  };
}

/** The document as it comes: the members of the list part by part, then the rest of it. */
async function* piecesOf(first: Part, ask: (after: Part['next']) => Promise<Part>): AsyncGenerator<string> {
  let { standards, next } = first;
  let total = standards.length;
  yield `{"standards":[${membersOf(standards)}`;
  while (next) {
    ({ standards, next } = await ask(next));
    total += standards.length;
    // The rest may have been deleted since.
    if (standards.length > 0) yield `,${membersOf(standards)}`;
  }
  yield `],${JSON.stringify(endOf(total)).slice(1)}`;
}

const membersOf = (list: Part['standards']): string => JSON.stringify(list).slice(1, -1);

const endOf = (total: number) => ({ total, page: 1, per_page: null, truncated: false });
