/** What the NATS client needs to connect. */
export interface NatsAddress {
  servers: string;
  user?: string;
  pass?: string;
  token?: string;
}

/** Takes user and password (or a token) out of a NATS URL: the client connects but does not read them there. */
export function natsAddress(url: string): NatsAddress {
  const { protocol, host, username, password } = new URL(url);
  const servers = `${protocol}//${host}`;
  if (username === '') return { servers };
  if (password === '') return { servers, token: decodeURIComponent(username) };
  return { servers, user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}
