/**
 * The users of a NATS server with their permissions, and the part of its configuration with them and with the limits of
 * its memory, as text. For the embedded server, deployments in containers and `npm run nats-users`.
 */
import { BUS_CALLERS, type BusCaller } from '../../../shared/contracts/services.ts';
import { type NatsPermissions, natsPermissionsFor } from '../../../shared/kernel/bus/nats-permissions.ts';

export interface NatsUser {
  readonly name: string;
  /** Null for unrestricted. */
  readonly permissions: NatsPermissions | null;
  /** Whether it is that of a program and not of nodes; its connections and subscriptions are limited. */
  readonly isProgram?: boolean;
}

/**
 * What the server keeps for a connection that reads too slowly, before it closes it: four of the largest messages. With
 * the connections of a program this limits what a program that reads nothing costs the server.
 */
const SERVER_LIMITS = ['max_payload: 8MB', 'max_pending: 32MB'];
/** A `BusClient` has one connection with two subscriptions. */
const PROGRAM_LIMITS = 'limits: { max_connections: 8, max_subscriptions: 64 }';
/** The account of all nodes, whose users are trusted with more. */
const SERVICES_ACCOUNT = 'services';

/** A kind of node: the name of its user, and the services it runs, or `tools`. */
export type NodeKind = readonly [name: string, callers: readonly BusCaller[]];

/** A user for each kind of node. @param namespace the DATABASE_PREFIX */
export const natsUsersOfNodes = (namespace: string, nodes: readonly NodeKind[]): NatsUser[] =>
  nodes.map(([name, callers]) => ({
    name,
    permissions: natsPermissionsFor(namespace, name, callers),
    isProgram: callers.every((caller) => caller === 'tools'),
  }));

/** A user for each of these services and programs, with its name. */
export const natsUsers = (namespace: string, callers: readonly BusCaller[]): NatsUser[] =>
  natsUsersOfNodes(
    namespace,
    callers.map((name) => [name, [name]]),
  );

/**
 * The users of a deployment: one for each service, `tools` for its operator, and one for each program, so that none
 * receives the responses and tokens of another.
 * @param programs BUS_PROGRAMS
 */
export const natsUsersOfDeployment = (namespace: string, programs: readonly string[]): NatsUser[] => [
  ...natsUsers(namespace, BUS_CALLERS),
  ...natsUsersOfNodes(namespace, programKinds(programs)),
];

/** The kind of node that each program is. */
export const programKinds = (programs: readonly string[]): NodeKind[] =>
  programs.map((name) => [name, ['tools']]);

/**
 * Limits, accounts and users. Each program has an account of its own, since a NATS server counts connections by account.
 * Its requests and the responses to it are all that passes between that and the account of the services.
 * @param passwordOf returns a user's password in the syntax of the configuration: quoted, or `$A_VARIABLE`
 */
export function natsAuthorization(users: readonly NatsUser[], passwordOf: (name: string) => string): string {
  const programs = users.filter(({ isProgram }) => isProgram);
  const format = (user: NatsUser): string => formatUser(user, passwordOf(user.name));
  return [
    ...SERVER_LIMITS,
    'accounts {',
    `  ${SERVICES_ACCOUNT}: {`,
    ...block('users', users.filter(({ isProgram }) => !isProgram).map(format)),
    ...block(
      'exports',
      programs.flatMap((program) => exported(responsesTo(program), accountOf(program))),
    ),
    ...block(
      'imports',
      programs.flatMap((program) => imported(requestsOf(program), accountOf(program))),
    ),
    '  }',
    ...programs.flatMap((program) => [
      `  ${accountOf(program)}: {`,
      `    ${PROGRAM_LIMITS}`,
      ...block('users', [format(program)]),
      ...block('exports', exported(requestsOf(program), SERVICES_ACCOUNT)),
      ...block('imports', imported(responsesTo(program), SERVICES_ACCOUNT)),
      '  }',
    ]),
    '}',
  ].join('\n');
}

const accountOf = ({ name }: NatsUser): string => `program-${name}`;

const requestsOf = ({ permissions }: NatsUser): string[] => permissions?.publish ?? [];

/** An inbox receives only reports of the server, in the account itself. */
const responsesTo = ({ permissions }: NatsUser): string[] =>
  permissions?.subscribe.filter((subject) => !subject.startsWith('_INBOX.')) ?? [];

const exported = (subjects: readonly string[], account: string): string[] =>
  subjects.map((subject) => `      { stream: "${subject}", accounts: ["${account}"] }`);

const imported = (subjects: readonly string[], account: string): string[] =>
  subjects.map((subject) => `      { stream: { account: "${account}", subject: "${subject}" } }`);

const block = (name: string, entries: readonly string[]): string[] => [`    ${name}: [`, ...entries, '    ]'];

function formatUser({ name, permissions }: NatsUser, password: string): string {
  const lines = [`      {`, `        user: "${name}", password: ${password}`];
  if (permissions) {
    lines.push('        permissions: {');
    for (const [operation, subjects] of Object.entries(permissions)) {
      lines.push(
        `          ${operation}: [`,
        ...subjects.map((subject: string) => `            "${subject}"`),
        '          ]',
      );
    }
    lines.push('        }');
  }
  return [...lines, '      }'].join('\n');
}
