/**
 * The response with the whole of a list that its service gives in parts: one JSON document, streamed where one part
 * is not enough. Each part is loaded once the client has read the previous one, so that neither a long list nor a
 * slow reader uses up memory here or on the bus.
 */
import type { SignedPrincipal } from '../callers/authenticator.ts';
import type { Gatekeeper } from '../callers/gatekeeper.ts';
import { budgetOwnerKey, isClientDisconnected } from '../http-context.ts';
import { sendJsonBytes, streamJsonResponse } from '../responses/send-response.ts';
import type { AuthorizedRequest } from './local-endpoint.ts';

/** Rows with where the next part goes on; null after the last part. */
interface ListPart<Cursor> {
  rows: readonly object[];
  next: Cursor | null;
}

interface ListInParts<Cursor> {
  /** The array of the document. */
  arrayName: string;
  /** Loads the next part, of about 256 KB; `after` is null for the first. */
  loadPart(caller: SignedPrincipal, after: Cursor | null): Promise<ListPart<Cursor>>;
  /** The members other than the array. @param total number of rows sent */
  otherMembers(total: number): object;
}

/** A part as it is sent: one text, because a slow reader would keep a hundred objects in memory. */
interface SerializedPart<Cursor> {
  rowsJson: string;
  rowCount: number;
  next: Cursor | null;
}

/**
 * The memory of a list until it has been read: a part as rows, text and bytes, the compressor, and megabytes
 * in the buffers of the connection. One owner can have twelve lists at a time.
 */
const RESERVED_BYTES = 5 * 1024 * 1024;

/**
 * Sends the whole list. A later part that fails cuts the response off.
 * @throws what the first part throws; SERVICE_UNAVAILABLE when too many responses are unread
 */
export async function sendListInParts<Cursor>(
  { context, match, search, caller }: AuthorizedRequest,
  gatekeeper: Pick<Gatekeeper, 'authenticate'>,
  list: ListInParts<Cursor>,
): Promise<void> {
  if (isClientDisconnected(context)) return;
  const load = async (as: SignedPrincipal, after: Cursor | null): Promise<SerializedPart<Cursor>> => {
    const { rows, next } = await list.loadPart(as, after);
    return { rowsJson: JSON.stringify(rows).slice(1, -1), rowCount: rows.length, next };
  };
  const release = context.memory.responses.reserve(budgetOwnerKey(context), RESERVED_BYTES);
  try {
    // Loaded before anything is sent: a refusal is a problem document, and a list that fits one part an
    // ordinary response.
    const first = await load(caller, null);
    if (first.next !== null) {
      // Authenticated again: rights may change while the list is read, which may take minutes.
      const loadNext = async (after: Cursor) =>
        load(await gatekeeper.authenticate(context, match.spec, search), after);
      await streamJsonResponse(context, streamJson(list, first, loadNext));
    } else {
      release();
      const json = jsonStart(list) + first.rowsJson + jsonEnd(list, first.rowCount);
      await sendJsonBytes(context, 200, Buffer.from(json));
    }
  } finally {
    release();
  }
}

type Frame = Pick<ListInParts<never>, 'arrayName' | 'otherMembers'>;
const jsonStart = ({ arrayName }: Frame): string => `{${JSON.stringify(arrayName)}:[`;
const jsonEnd = ({ otherMembers }: Frame, total: number): string =>
  `],${JSON.stringify(otherMembers(total)).slice(1)}`;

/** The document in chunks: the rows part by part, then the other members. */
async function* streamJson<Cursor>(
  frame: Frame,
  first: SerializedPart<Cursor>,
  loadNext: (after: Cursor) => Promise<SerializedPart<Cursor>>,
): AsyncGenerator<string> {
  let { rowsJson, rowCount, next } = first;
  let total = rowCount;
  yield jsonStart(frame) + rowsJson;
  while (next !== null) {
    ({ rowsJson, rowCount, next } = await loadNext(next));
    // A part may be empty: nothing in it matches, or it has been deleted since.
    if (rowCount > 0) yield total > 0 ? `,${rowsJson}` : rowsJson;
    total += rowCount;
  }
  yield jsonEnd(frame, total);
}
