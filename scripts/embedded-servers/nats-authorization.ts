/** The users of a NATS server and what each may do, as its configuration says it. */
import type { NatsPermissions } from '../../shared/kernel/bus/nats-permissions.ts';

export interface NatsUser {
  readonly name: string;
  /** Null: everything. */
  readonly permissions: NatsPermissions | null;
}

/** The `authorization` block. @param passwordOf a user's password as the configuration takes it: quoted, or `$A_VARIABLE` */
export function natsAuthorization(users: readonly NatsUser[], passwordOf: (name: string) => string): string {
  return ['authorization {', '  users: [', ...users.map((user) => formatUser(user, passwordOf(user.name))), '  ]', '}'].join(
    '\n',
  );
}

function formatUser({ name, permissions }: NatsUser, password: string): string {
  const lines = [`    {`, `      user: "${name}", password: ${password}`];
  if (permissions) {
    lines.push('      permissions: {');
    for (const [what, subjects] of Object.entries(permissions)) {
      lines.push(`        ${what}: [`, ...subjects.map((subject: string) => `          "${subject}"`), '        ]');
    }
    lines.push('      }');
  }
  return [...lines, '    }'].join('\n');
}
