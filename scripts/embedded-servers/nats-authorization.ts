/**
 * The users of a NATS server with their permissions, and the `authorization` block of its configuration as text.
 * For the embedded server, deployments in containers and `npm run nats-users`.
 */
import { BUS_CALLERS, type BusCaller } from '../../shared/contracts/services.ts';
import { type NatsPermissions, natsPermissionsFor } from '../../shared/kernel/bus/nats-permissions.ts';

export interface NatsUser {
  readonly name: string;
  /** Null for unrestricted. */
  readonly permissions: NatsPermissions | null;
}

/** A kind of node: the name of its user, and the services it runs, or `tools`. */
export type NodeKind = readonly [name: string, callers: readonly BusCaller[]];

/** A user for each kind of node. @param namespace the DATABASE_PREFIX */
export const natsUsersOfNodes = (namespace: string, nodes: readonly NodeKind[]): NatsUser[] =>
  nodes.map(([name, callers]) => ({ name, permissions: natsPermissionsFor(namespace, name, callers) }));

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
 * @param passwordOf returns a user's password in the syntax of the configuration: quoted, or `$A_VARIABLE`
 */
export function natsAuthorization(users: readonly NatsUser[], passwordOf: (name: string) => string): string {
  return [
    'authorization {',
    '  users: [',
    ...users.map((user) => formatUser(user, passwordOf(user.name))),
    '  ]',
    '}',
  ].join('\n');
}

function formatUser({ name, permissions }: NatsUser, password: string): string {
  const lines = [`    {`, `      user: "${name}", password: ${password}`];
  if (permissions) {
    lines.push('      permissions: {');
    for (const [operation, subjects] of Object.entries(permissions)) {
      lines.push(
        `        ${operation}: [`,
        ...subjects.map((subject: string) => `          "${subject}"`),
        '        ]',
      );
    }
    lines.push('      }');
  }
  return [...lines, '    }'].join('\n');
}
