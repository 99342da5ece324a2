/**
 * The `authorization` block of a NATS server's configuration, as text: users with passwords and
 * permissions. For the embedded server and `npm run nats-users`.
 */
import type { NatsPermissions } from '../../shared/kernel/bus/nats-permissions.ts';

export interface NatsUser {
  readonly name: string;
  /** Null for unrestricted. */
  readonly permissions: NatsPermissions | null;
}

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
