/**
 * The client of the service whose page this is; the session is in its cookies. It refuses writes once another account
 * has signed in in another tab, which this file notes.
 */
import { ApiError } from '../../shared/rest-client/api-error.ts';
import { buildRequest } from '../../shared/rest-client/endpoint-requests.ts';
import type { EndpointParams, RestEndpointId } from '../../shared/rest-client/endpoint-types.ts';
import { toApiError } from '../../shared/rest-client/response-body.ts';
import { SpecificationClient } from '../../shared/rest-client/specification-client.ts';
import { basePath } from './location.ts';

/** The cookie of the session is one for all tabs, so they tell each other here who has signed in last. */
const SIGNED_IN = 'signed in';

/** Whom this page is drawn for; null while somebody signs in. */
let account: string | null = null;

/** Notes who is signed in. */
export function noteAccount(id: number): void {
  account = String(id);
  writeLast(account);
}

/**
 * Notes that somebody signs in now.
 * @returns takes it back, because they could not: what was known before of this page and of other tabs holds again
 */
export function noteSigningIn(): () => void {
  const [before, last] = [account, readLast()];
  account = null;
  writeLast('');
  return () => {
    account = before;
    // Unless another tab has noted something since.
    if (last !== null && readLast() === '') writeLast(last);
  };
}

function readLast(): string | null {
  try {
    return localStorage.getItem(SIGNED_IN);
  } catch {
    // A browser that forbids it: then tabs do not know of each other.
    return null;
  }
}

function writeLast(id: string): void {
  try {
    localStorage.setItem(SIGNED_IN, id);
  } catch {
    // As above.
  }
}

/** Somebody has signed in, and it could not be read who: nothing is written until they sign in again. */
export function distrustSession(): void {
  account = 'unknown';
}

/** Whether the session is that of somebody else than whom this page is drawn for. */
export function isOfAnotherTab(): boolean {
  const last = readLast();
  return account !== null && last !== null && last !== account;
}

class ConsoleClient extends SpecificationClient {
  /** @throws UNAUTHENTICATED for a write of a page whose reader is not who signed in last, which would be theirs */
  protected override exchange(
    ...request: Parameters<SpecificationClient['exchange']>
  ): ReturnType<SpecificationClient['exchange']> {
    const [method, path] = request;
    if (method !== 'GET' && isOfAnotherTab()) {
      const detail = 'Somebody else has signed in, in another tab. Sign in again.';
      throw new ApiError(401, { code: 'UNAUTHENTICATED', detail }, `${method} ${path}`);
    }
    return super.exchange(...request);
  }

  /**
   * The bytes of an answer as they came, for a file: what is signed is not written anew.
   * @throws what `call` throws
   */
  async readWhole<K extends RestEndpointId>(
    id: K,
    params: EndpointParams<K>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const { method, path, body } = buildRequest(id, params);
    const response = await this.exchange(method, path, body);
    if (response.status >= 400) throw toApiError(response, `${method} ${path}`);
    return new Uint8Array(response.bytes);
  }
}

/** Who waits in front of a page is told earlier than a program what does not go. */
const RETRY_FOR_MS = 10_000;

export const api = new ConsoleClient(basePath, {}, { retryForMs: RETRY_FOR_MS });
