/**
 * Sends a form and reports its progress: by XMLHttpRequest in browsers, where `fetch` tells nothing of an upload, and as a
 * counted stream in Node.
 */
export interface UploadProgress {
  /** Bytes of the body that were handed to the network. */
  sent: number;
  /** Bytes of the body: the files and some hundred bytes around each. */
  total: number;
}

/** How a form is sent; the form itself is given apart. */
interface FormRequest {
  url: string;
  method: string;
  /** The request in error messages. */
  title: string;
  headers: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

type OnProgress = (progress: UploadProgress) => void;

/** The members of `XMLHttpRequest` that are used. */
interface ProgressRequest {
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  readonly status: number;
  readonly response: ArrayBuffer | null;
  responseType: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: FormData): void;
  abort(): void;
}

declare const XMLHttpRequest: (new () => ProgressRequest) | undefined;

/**
 * Sends the form.
 * @throws TypeError without a connection; the reason of the signal
 */
export function sendWithProgress(
  request: FormRequest,
  form: FormData,
  onProgress: OnProgress,
): Promise<Response> {
  return typeof XMLHttpRequest === 'function'
    ? sendInBrowser(new XMLHttpRequest(), request, form, onProgress)
    : sendInNode(request, form, onProgress);
}

function sendInBrowser(
  sender: ProgressRequest,
  { url, method, headers, signal, title }: FormRequest,
  form: FormData,
  onProgress: OnProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      sender.abort();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    sender.open(method, url);
    for (const [name, value] of Object.entries(headers)) sender.setRequestHeader(name, value);
    sender.responseType = 'arraybuffer';
    sender.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
    sender.onerror = () => reject(new TypeError(`no connection for ${title}`));
    sender.onload = () => {
      signal?.removeEventListener('abort', onAbort);
      const lines = sender.getAllResponseHeaders().trim().split('\r\n');
      const received = lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      });
      resolve(new Response(sender.response, { status: sender.status, headers: received }));
    };
    sender.send(form);
  });
}

async function sendInNode(
  { url, method, headers, signal }: FormRequest,
  form: FormData,
  onProgress: OnProgress,
): Promise<Response> {
  const total = await encodedLength(form);
  const encoded = new Response(form);
  let sent = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      sent += chunk.length;
      controller.enqueue(chunk);
      onProgress({ sent, total });
    },
  });
  const body = encoded.body?.pipeThrough(counter) ?? null;
  const type = encoded.headers.get('content-type') ?? '';
  const options = { method, signal: signal ?? null, body, duplex: 'half', redirect: 'manual' } as const;
  return fetch(url, { ...options, headers: { ...headers, 'content-type': type } });
}

/** The length of the form as it is sent: its boundary is another one each time, and always as long. */
async function encodedLength(form: FormData): Promise<number> {
  const withoutContents = new FormData();
  let length = 0;
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') withoutContents.append(name, value);
    else {
      withoutContents.append(name, new File([], value.name, { type: value.type }));
      length += value.size;
    }
  }
  return length + (await new Response(withoutContents).arrayBuffer()).byteLength;
}
