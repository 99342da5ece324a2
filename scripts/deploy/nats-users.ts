/**
 * `npm run nats-users -- gateway workers=identity,standards tools reports=tools`: prints the `authorization` block for
 * the configuration of a NATS server, with one user for each kind of node, and their NATS_URLs to stderr.
 * Each user may use only the subjects of its services; passwords come from the environment of the server.
 */
import { BUS_CALLERS, type BusCaller, SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { readConfig } from '../../shared/kernel/node/config.ts';
import {
  type NodeKind,
  natsAuthorization,
  natsUsersOfNodes,
  programKinds,
} from '../start/embedded-servers/nats-authorization.ts';
import { EX_USAGE, exitWithError } from '../start/launcher/fatal-error.ts';
import { passwordKey } from './kubernetes/service-environment.ts';

const HELP = `npm run nats-users [-- NODE …]: the users of a NATS server for its configuration, and their NATS_URL.

  NODE                 a kind of node: the service it runs, or NAME=SERVICE,SERVICE for one that runs several (default: one user per service)
  tools                the user of an operator who calls endpoints on the bus
  NAME=tools           the user of one program on the bus; so is each name in BUS_PROGRAMS
  --help               this text

Services: ${SERVICE_NAMES.join(', ')}.
Example: BUS_PROGRAMS=reports,billing npm run nats-users -- gateway workers=identity,standards tools`;

try {
  const nodes = process.argv.slice(2);
  if (nodes.some((word) => word === '--help' || word === '-h')) {
    console.log(HELP);
    process.exit();
  }
  const { DATABASE_PREFIX, BUS_PROGRAMS } = process.env;
  const { databasePrefix, busPrograms } = readConfig({ DATABASE_PREFIX, BUS_PROGRAMS });
  const kinds = (nodes.length > 0 ? nodes : SERVICE_NAMES).map((node): NodeKind => {
    const [name = '', services = name] = node.split('=');
    const callers = services.split(',').map(parseNode);
    if (!/^[\w-]+$/.test(name))
      exitWithUsageError(`A node that runs several services needs a name: nodes=${services}.`);
    return [name, callers];
  });
  const users = natsUsersOfNodes(databasePrefix, [...kinds, ...programKinds(busPrograms)]);
  console.log(natsAuthorization(users, (name) => `$${passwordKey('NATS', name)}`));
  for (const { name } of users)
    console.error(`NATS_URL of ${name}: nats://${name}:$${passwordKey('NATS', name)}@…:4222`);
} catch (error) {
  exitWithError(error);
}

function parseNode(word: string): BusCaller {
  const known = BUS_CALLERS.find((caller) => caller === word);
  return known ?? exitWithUsageError(`${word} is not a service. Use one of: ${BUS_CALLERS.join(', ')}.`);
}

function exitWithUsageError(message: string): never {
  console.error(message);
  process.exit(EX_USAGE);
}
