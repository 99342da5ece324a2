/**
 * Payload with one collection of documents: its own REST API behind node:http, without the pages of its administration.
 * `payload.ts` copies it beside the packages of Payload. Argument: the URL of the database. Prints its port.
 */
import { createServer } from 'node:http';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig, getPayload, handleEndpoints } from 'payload';

const [databaseUrl] = process.argv.slice(2);
const isSignedIn = ({ req }) => Boolean(req.user);
const config = await buildConfig({
  secret: 'benchmark',
  telemetry: false,
  db: postgresAdapter({ pool: { connectionString: databaseUrl, max: 10 }, push: true }),
  collections: [
    { slug: 'users', auth: { useAPIKey: true }, fields: [] },
    {
      slug: 'documents',
      versions: { drafts: true, maxPerDoc: 0 },
      access: { read: isSignedIn, create: isSignedIn, update: isSignedIn },
      fields: [
        { name: 'name', type: 'text', required: true, unique: true },
        { name: 'elements', type: 'json' },
        { name: 'datasheetElements', type: 'json' },
      ],
    },
  ],
});
const payload = await getPayload({ config });
const user = { email: 'bench@example.org', password: 'benchmark password' };
await payload.create({
  collection: 'users',
  data: { ...user, enableAPIKey: true, apiKey: 'benchmark-key' },
});

async function answer(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, headers, url } = request;
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
  return handleEndpoints({
    config,
    request: new Request(`http://127.0.0.1${url}`, { method, headers, body }),
  });
}

const server = createServer(async (request, response) => {
  const { status, headers, bytes } = await answer(request).then(
    async (answered) => ({
      status: answered.status,
      headers: Object.fromEntries(answered.headers),
      bytes: Buffer.from(await answered.arrayBuffer()),
    }),
    (error) => ({ status: 500, headers: {}, bytes: Buffer.from(String(error)) }),
  );
  response.writeHead(status, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => console.log(`port ${server.address().port}`));
