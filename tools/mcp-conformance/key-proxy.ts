/** A proxy on this machine that adds an API key to every request, because the MCP conformance suite can send none. */
import { createServer, request as sendRequest } from 'node:http';

export interface KeyProxy {
  /** Its MCP endpoint. */
  url: string;
  stop(): void;
}

/** @param base of the service. The Host of a request goes on as it is; only our own becomes that of the service. */
export async function startKeyProxy(base: string, secret: string): Promise<KeyProxy> {
  const target = new URL(base);
  const server = createServer((incoming, response) => {
    const own = `:${portOf(server.address())}`;
    const inTargetWords = (text: string | undefined): string | undefined =>
      text?.replace(own, `:${target.port}`);
    const { host, origin, ...others } = incoming.headers;
    const headers = {
      ...others,
      host: inTargetWords(host),
      ...(origin === undefined ? {} : { origin: inTargetWords(origin) }),
      authorization: `Bearer ${secret}`,
    };
    const outgoing = sendRequest(
      { host: target.hostname, port: target.port, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}/mcp`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const portOf = (address: ReturnType<ReturnType<typeof createServer>['address']>): number =>
  typeof address === 'object' && address ? address.port : 0;
