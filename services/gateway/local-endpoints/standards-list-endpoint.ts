/**
 * `standards.list` without `per_page` over HTTP: the whole list, streamed in parts where one is not
 * enough. Each part is loaded once the client has read the previous one, so that neither a long list nor a
 * slow reader uses up memory here or on the bus (hardening H35).
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import { standardListEndpoints } from '../../../shared/contracts/standards/listing.ts';
import type { Node } from '../../../shared/kernel/node/node.ts';
import { parseParams } from '../../../shared/kernel/validation/params.ts';
import type { SignedPrincipal } from '../callers/authenticator.ts';
import type { Gatekeeper } from '../callers/gatekeeper.ts';
import { budgetOwnerKey, isClientDisconnected } from '../request-context.ts';
import { sendJsonBytes, streamJsonResponse } from '../responses/send-response.ts';
import { callAction } from '../service-calls.ts';
import type { LocalEndpoint } from './local-endpoint.ts';

type ListPartEndpoint = (typeof standardListEndpoints)['standards.listPart'];

/** A part as it is sent: one text, because a slow reader would keep a hundred objects in memory. */
interface SerializedPart {
  rowsJson: string;
  rowCount: number;
  next: ResultOf<ListPartEndpoint>['next'];
}

/**
 * The memory of a list until it has been read: a part as rows, text and bytes, the compressor, and megabytes
 * in the buffers of the connection. One owner can have twelve lists at a time.
 */
const RESERVED_BYTES = 5 * 1024 * 1024;
const MAX_ROWS_PER_PART = 100;

export function createStandardsListEndpoint(
  node: Node,
  gatekeeper: Pick<Gatekeeper, 'authenticate'>,
): LocalEndpoint {
  return {
    async respond({ context, match, search, caller }, sent) {
      const { page, per_page, ...filter } = parseParams(
        standardListEndpoints['standards.list'],
        sent,
        'http',
      );
      if (per_page !== undefined || page > 1) return false;
      if (isClientDisconnected(context)) return true;

      const loadPart = async (
        as: SignedPrincipal,
        after: SerializedPart['next'],
        at_most: number,
      ): Promise<SerializedPart> => {
        const { requestId, trace } = context;
        const options = { caller: as, requestId, trace, timeoutOf: match.id };
        const params = { ...filter, at_most, ...(after ? { after } : {}) };
        const { standards, next } = await callAction(node, 'standards.listPart', params, options);
        return { rowsJson: JSON.stringify(standards).slice(1, -1), rowCount: standards.length, next };
      };
      const release = context.memory.responses.reserve(budgetOwnerKey(context), RESERVED_BYTES);
      try {
        // Loaded before anything is sent: a refusal is a problem document, and a list that fits one part an
        // ordinary response.
        const first = await loadPart(caller, null, MAX_ROWS_PER_PART);
        if (first.next) {
          // Authenticated again: rights may change while the list is read, which may take minutes (H16).
          const loadNext = async (after: SerializedPart['next'], at_most: number) =>
            loadPart(await gatekeeper.authenticate(context, match.spec, search), after, at_most);
          await streamJsonResponse(context, streamJson(first, loadNext));
        } else {
          release();
          await sendJsonBytes(
            context,
            200,
            Buffer.from(JSON_START + first.rowsJson + jsonEnd(first.rowCount)),
            null,
          );
        }
        return true;
      } finally {
        release();
      }
    },
  };
}

const JSON_START = '{"standards":[';
const jsonEnd = (total: number): string =>
  `],${JSON.stringify({ total, page: 1, per_page: null, truncated: false }).slice(1)}`;

/** The document in chunks: the rows part by part, then the other members. */
async function* streamJson(
  first: SerializedPart,
  loadNext: (after: SerializedPart['next'], at_most: number) => Promise<SerializedPart>,
): AsyncGenerator<string> {
  let { rowsJson, rowCount, next } = first;
  let total = rowCount;
  yield JSON_START + rowsJson;
  while (next) {
    // A part with long rows is cut to fewer; the next one asks for about as many.
    ({ rowsJson, rowCount, next } = await loadNext(
      next,
      Math.min(MAX_ROWS_PER_PART, Math.max(1, 2 * rowCount)),
    ));
    total += rowCount;
    // The remaining rows may have been deleted since.
    if (rowCount > 0) yield `,${rowsJson}`;
  }
  yield jsonEnd(total);
}
