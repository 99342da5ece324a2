/**
 * `standards.list` without `per_page` over HTTP: all of them, however many. They leave in parts, each asked for when the client has
 * taken the last, so that neither a long list nor a slow reader takes memory here or on the bus (hardening H35).
 */
import type { Result } from '../../../shared/contracts/endpoint.ts';
import { standardsListing } from '../../../shared/contracts/standards/listing.ts';
import type { Node } from '../../../shared/kernel/node.ts';
import { readParams } from '../../../shared/kernel/params.ts';
import { sendJsonBytes, sendJsonPieces } from '../answers/answer.ts';
import { holdAnswer } from '../answers/waiting-answers.ts';
import { ask } from '../asking.ts';
import type { SignedPrincipal } from '../callers/credentials.ts';
import { isAbandoned } from '../exchange.ts';
import type { AnswerHere } from './answer-here.ts';

type ListPart = (typeof standardsListing)['standards.listPart'];

/** A part as it leaves. Its rows are text at once: while a reader is slow that waits, and not a hundred objects. */
interface Part {
  members: string;
  count: number;
  next: Result<ListPart>['next'];
}

/**
 * What a list holds until it has been read: a part as rows, as text and as bytes, what packs it, and megabytes in the buffers of the
 * connection, all of which are filled at once for a reader who does not read. So one owner has twelve under way, and room beside them.
 */
const HELD_BYTES = 5 * 1024 * 1024;
const MOST_ROWS = 100;

/** The endpoint's answer, for the exchange. */
export function listAnswer(node: Node): AnswerHere {
  return async ({ exchange, match, caller, judgeAgain, params, answerAsUsual }) => {
    const sent = await params();
    const { page, per_page, ...listed } = readParams(standardsListing['standards.list'], sent, 'http');
    if (per_page !== undefined || page > 1) return answerAsUsual(sent);

    const { requestId } = exchange;
    const askPart = async (as: SignedPrincipal, after: Part['next'], at_most: number): Promise<Part> => {
      const asked = { caller: as, requestId, waitingAs: match.id };
      const place = after ? { after } : {};
      const { standards, next } = await ask(node, 'standards.listPart', { ...listed, at_most, ...place }, asked);
      return { members: JSON.stringify(standards).slice(1, -1), count: standards.length, next };
    };
    if (isAbandoned(exchange)) return;
    const release = holdAnswer(exchange, HELD_BYTES);
    try {
      // Asked before anything is sent: a refusal is a problem document, and what fits one part an answer like every other.
      const first = await askPart(caller, null, MOST_ROWS);
      // A list may take minutes, and its reader lose the right meanwhile (H16).
      const askNext = async (after: Part['next'], at_most: number) => askPart(await judgeAgain(), after, at_most);
      if (first.next) {
        await sendJsonPieces(exchange, piecesOf(first, askNext));
        return;
      }
      release();
      await sendJsonBytes(exchange, 200, Buffer.from(BEGIN + first.members + endOf(first.count)), null);
    } finally {
      release();
    }
  };
}

const BEGIN = '{"standards":[';
const endOf = (total: number): string => `],${JSON.stringify({ total, page: 1, per_page: null, truncated: false }).slice(1)}`;

/** The document as it comes: the members of the list part by part, then the rest of it. */
async function* piecesOf(first: Part, ask: (after: Part['next'], at_most: number) => Promise<Part>): AsyncGenerator<string> {
  let { members, count, next } = first;
  let total = count;
  yield BEGIN + members;
  while (next) {
    // Where long rows cut a part short, the next is not read whole to be cut again.
    ({ members, count, next } = await ask(next, Math.min(MOST_ROWS, Math.max(1, 2 * count))));
    total += count;
    // The rest may have been deleted since.
    if (count > 0) yield `,${members}`;
  }
  yield endOf(total);
}
