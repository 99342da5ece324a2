/**
 * Environment variables of a service's container: fixed ones, and those from the ConfigMaps `configuration` and
 * `servers` and from the Secret `secrets`, of which a pod receives only what its service needs.
 */
import type { ServiceName } from '../../../shared/contracts/services.ts';
import { type ServerName, serversOf } from '../../../shared/kernel/node/servers-of-services.ts';

/** Port of the gateway's pods. */
export const HTTP_PORT = 3000;
/** Port of the probes of every pod. */
export const HEALTH_PORT = 8080;

type ContainerVariable = Readonly<Record<string, unknown>> & { readonly name: string };

const literal = (name: string, value: string): ContainerVariable => ({ name, value });

/** @param optional a missing or removed key leaves the variable unset */
const fromSecret = (name: string, key = name, optional = false): ContainerVariable => ({
  name,
  valueFrom: { secretKeyRef: { name: 'secrets', key, ...(optional ? { optional } : {}) } },
});

const fromServers = (key: string): ContainerVariable => ({
  name: key,
  valueFrom: { configMapKeyRef: { name: 'servers', key } },
});

/** The key of a password in the Secret, such as NATS_WIKI_MODERATION_PASSWORD; also NATS's variable for it. */
export const passwordKey = (server: 'MONGODB' | 'NATS', user: string): string =>
  `${server}_${user.replaceAll('-', '_').toUpperCase()}_PASSWORD`;

// Each service has its own user. Kubernetes replaces $(NAME) by the value of an earlier variable.
const VARIABLES_OF_SERVERS: Readonly<Record<ServerName, (service: ServiceName) => ContainerVariable[]>> = {
  mongodb: (service) => [
    fromSecret('MONGODB_PASSWORD', passwordKey('MONGODB', service)),
    ...['MONGODB_SCHEME', 'MONGODB_HOSTS', 'MONGODB_OPTIONS'].map(fromServers),
    literal(
      'MONGODB_URI',
      `$(MONGODB_SCHEME)://${service}:$(MONGODB_PASSWORD)@$(MONGODB_HOSTS)/?$(MONGODB_OPTIONS)`,
    ),
  ],
  nats: (service) => [
    fromSecret('CLUSTER_SECRET'),
    fromSecret('NATS_PASSWORD', passwordKey('NATS', service)),
    ...['NATS_SCHEME', 'NATS_HOST'].map(fromServers),
    literal('NATS_URL', `$(NATS_SCHEME)://${service}:$(NATS_PASSWORD)@$(NATS_HOST)`),
  ],
  redis: () => [fromSecret('REDIS_URL', 'REDIS_URL', true)],
  s3: () => [
    ...['S3_ENDPOINT', 'S3_PUBLIC_ENDPOINT', 'S3_BUCKET'].map(fromServers),
    fromSecret('S3_ACCESS_KEY'),
    fromSecret('S3_SECRET_KEY'),
  ],
  smtp: () => [fromSecret('SMTP_URL', 'SMTP_URL', true)],
  search: () => [fromSecret('SEARCH_URL', 'SEARCH_URL', true)],
};

/** The variables of the container of a service. */
export function serviceEnvironment(service: ServiceName): ContainerVariable[] {
  return [
    literal('SERVICES', service),
    literal('HOST', '0.0.0.0'),
    ...(service === 'gateway' ? [literal('PORT', String(HTTP_PORT))] : []),
    literal('HEALTH_PORT', String(HEALTH_PORT)),
    literal('DATA_DIR', '/data'),
    ...serversOf(service).flatMap((server) => VARIABLES_OF_SERVERS[server](service)),
    // Needed for the first start only; the keys may be removed afterwards.
    ...(service === 'identity'
      ? ['ADMIN_EMAIL', 'ADMIN_PASSWORD'].map((name) => fromSecret(name, name, true))
      : []),
  ];
}
