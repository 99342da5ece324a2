/**
 * `npm run nats-users -- gateway workers=identity,standards tools`: the `authorization` of a NATS server with one user for each kind of node,
 * named by the services it runs (default: each alone), allowed what these call and answer, and nothing else. `tools` is the user of programs
 * that call endpoints on the bus. Its output goes into the server's configuration; passwords come from its environment.
 */
import { CALLERS, type Caller, SERVICE_NAMES } from '../shared/contracts/services.ts';
import { natsPermissions } from '../shared/kernel/bus/nats-permissions.ts';
import { readConfig } from '../shared/kernel/config.ts';
import { natsAuthorization } from './back-ends/nats-users.ts';
import { complainAndExit, EX_USAGE } from './running/complain.ts';

const HELP = `npm run nats-users [-- NODE …]: the users of a NATS server, for its configuration, and their addresses for NATS_URL.

  NODE                 a kind of node: the service it runs, or NAME=SERVICE,SERVICE for one that runs several (default: each alone)
  tools                the user of programs that call endpoints on the bus
  --help               this text

Services: ${SERVICE_NAMES.join(', ')}.
Example: npm run nats-users -- gateway workers=identity,standards tools`;

try {
  const given = process.argv.slice(2);
  if (given.some((word) => word === '--help' || word === '-h')) {
    console.log(HELP);
    process.exit();
  }
  const { databasePrefix } = readConfig({ DATABASE_PREFIX: process.env.DATABASE_PREFIX });
  const users = (given.length > 0 ? given : SERVICE_NAMES).map((node) => {
    const [name = '', services = name] = node.split('=');
    const callers = services.split(',').map(readCaller);
    if (!/^[\w-]+$/.test(name)) refuse(`Several services need a name for their user: nodes=${services}.`);
    return { name, permissions: natsPermissions(databasePrefix, name, callers) };
  });
  const variableOf = (name: string): string => `NATS_${name.replaceAll('-', '_').toUpperCase()}_PASSWORD`;
  console.log(natsAuthorization(users, (name) => `$${variableOf(name)}`));
  for (const { name } of users) console.error(`NATS_URL of ${name}: nats://${name}:$${variableOf(name)}@…:4222`);
} catch (error) {
  complainAndExit(error);
}

function readCaller(word: string): Caller {
  const known = CALLERS.find((caller) => caller === word);
  if (known) return known;
  return refuse(`${word} is no service: name them as SERVICES does, of ${CALLERS.join(', ')}.`);
}

function refuse(why: string): never {
  console.error(why);
  process.exit(EX_USAGE);
}
