/**
 * Writes the files in `k8s/` that follow from the contract: the manifests of the services; the users of NATS with the
 * permissions of `calledBy`, among them one for each program in BUS_PROGRAMS; and in `in-cluster/nats.yaml`, which is
 * otherwise written by hand, the password variable of each user. Run it by `npx node
 * scripts/deploy/write-kubernetes-manifests.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dump } from 'js-yaml';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { readConfig } from '../../shared/kernel/node/config.ts';
import {
  type NatsUser,
  natsAuthorization,
  natsUsersOfDeployment,
} from '../start/embedded-servers/nats-authorization.ts';
import { passwordKey } from './kubernetes/service-environment.ts';
import { serviceManifests } from './kubernetes/service-manifests.ts';

const NOTICE = '# Written by `npx node scripts/deploy/write-kubernetes-manifests.ts`; change it there.\n';

const NATS_USERS = 'k8s/in-cluster/nats-users.conf';
const NATS_MANIFESTS = 'k8s/in-cluster/nats.yaml';
const fileUrl = (path: string): URL => new URL(`../../${path}`, import.meta.url);

/**
 * The text of each derived file, by its path.
 * @param programs BUS_PROGRAMS; default: none, as in the repository
 */
export function derivedKubernetesFiles(programs: readonly string[] = []): Map<string, string> {
  const services = SERVICE_NAMES.map((name): [string, string] => [
    `k8s/base/${name}.yaml`,
    NOTICE +
      serviceManifests(name)
        .map((manifest) => dump(manifest, { noRefs: true, lineWidth: 130 }))
        .join('---\n'),
  ]);
  const { databasePrefix } = readConfig({});
  // With the default DATABASE_PREFIX, which the manifests do not change.
  const users = natsUsersOfDeployment(databasePrefix, programs);
  return new Map([
    ...services,
    [NATS_USERS, NOTICE + natsUsersFile(users)],
    [NATS_MANIFESTS, replacePasswordVariables(users, readFileSync(fileUrl(NATS_MANIFESTS), 'utf8'))],
  ]);
}

const natsUsersFile = (users: readonly NatsUser[]): string =>
  `${natsAuthorization(users, (name) => `$${passwordKey('NATS', name)}`)}\n`;

/** The variables of the NATS server with the users' passwords; the last one is for its routes. */
const PASSWORDS = /( +- name: NATS_\w+_PASSWORD\n(?: {14,}.*\n)+)+(?= +- name: NATS_ROUTE_PASSWORD\n)/;

/** The manifests of NATS with a password for each of these users. @throws Error where they have no such variables */
function replacePasswordVariables(users: readonly NatsUser[], manifests: string): string {
  if (!PASSWORDS.test(manifests)) throw new Error(`${NATS_MANIFESTS} has no password variables to replace.`);
  return manifests.replace(
    PASSWORDS,
    users.map(({ name }) => passwordVariable(passwordKey('NATS', name))).join(''),
  );
}

const passwordVariable = (key: string): string => `            - name: ${key}
              valueFrom:
                secretKeyRef:
                  name: secrets
                  key: ${key}
`;

if (import.meta.main) {
  const { busPrograms } = readConfig({ BUS_PROGRAMS: process.env.BUS_PROGRAMS });
  for (const [file, text] of derivedKubernetesFiles(busPrograms)) writeFileSync(fileUrl(file), text);
}
