/** A page of the site outside the API: its media type and its content, which is the same for everybody. */
import type { ContentHeaders } from '../responses/send-response.ts';

export interface SitePage {
  /** The media type. */
  type: string;
  content: string;
  headers?: ContentHeaders;
}

/**
 * The start of links that a page names: BASE_URL, else empty, so that they are paths of the host that was asked. Never
 * the Host of the request, which its sender chooses.
 */
export const linkBase = (baseUrl: string | null): string => baseUrl ?? '';
