/** The values of a header as they were sent. `headersDistinct` of Node sorts all headers for one of them. */
import type { IncomingMessage } from 'node:http';

/** One value for each line of the header. @param name in lower case */
export function headerLines({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string[] {
  const values: string[] = [];
  // Names and values alternate.
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at] ?? '';
    if (sent.length === name.length && sent.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
}
