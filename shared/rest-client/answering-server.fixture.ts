/** Test fixture: an HTTP server whose answers the test chooses, and the client of the package for it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach } from '@jest/globals';
import { startLocalServer } from '../../test/local-server.ts';
import { useStarted } from '../../test/use-started.ts';
import { type ClientOptions, SpecificationClient } from './index.ts';

/** What the server answers to one request. */
export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}
/** null: it ends the connection without an answer. */
type Behaviour = (request: IncomingMessage) => Answer | null;

interface ReceivedRequest {
  /** Method and path. */
  line: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** The server of a test file or `describe`. */
export class AnsweringServer {
  readonly #running;
  behaviour: Behaviour = () => null;
  /** Those of the running test. */
  requests: ReceivedRequest[] = [];

  constructor() {
    this.#running = useStarted(() =>
      startLocalServer(async (request, response) => {
        const body = await text(request);
        this.requests.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
        answer(response, this.behaviour(request));
      }).then((server) => ({ url: server.url, stop: async () => server.close() })),
    );
    beforeEach(() => {
      this.requests = [];
    });
  }

  get url(): string {
    return this.#running().url;
  }

  newClient(options?: ClientOptions): SpecificationClient {
    return new SpecificationClient(this.url, { key: 'k' }, options);
  }

  /** Answers in turn; the last one for all further requests. */
  answerInTurn(...answers: (Answer | null)[]): void {
    this.behaviour = () => (answers.length > 1 ? answers.shift() : answers[0]) ?? null;
  }
}

function answer(response: ServerResponse, told: Answer | null): void {
  if (!told) response.destroy();
  else {
    response.writeHead(told.status, { 'content-type': 'application/json', ...told.headers });
    response.end(told.status === 304 ? undefined : JSON.stringify(told.body));
  }
}
