/**
 * Files in `k8s/` that are derived: the manifests of the services, and the users of NATS with the permissions that the
 * contract's `calledBy` gives (hardening H31). `npx node scripts/write-kubernetes-manifests.ts` writes them.
 */
import { writeFileSync } from 'node:fs';
import { dump } from 'js-yaml';
import { BUS_CALLERS, SERVICE_NAMES } from '../shared/contracts/services.ts';
import { readConfig } from '../shared/kernel/node/config.ts';
import { natsAuthorization, natsUsers } from './embedded-servers/nats-authorization.ts';
import { passwordKey } from './kubernetes/service-environment.ts';
import { serviceManifests } from './kubernetes/service-manifests.ts';

const NOTICE = '# Written by `npx node scripts/write-kubernetes-manifests.ts`; change it there.\n';

/** The text of each derived file, by its path. */
export function derivedKubernetesFiles(): Map<string, string> {
  const services = SERVICE_NAMES.map((name): [string, string] => [
    `k8s/base/${name}.yaml`,
    NOTICE +
      serviceManifests(name)
        .map((manifest) => dump(manifest, { noRefs: true, lineWidth: 130 }))
        .join('---\n'),
  ]);
  return new Map([...services, ['k8s/in-cluster/nats-users.conf', NOTICE + natsUsersFile()]]);
}

/** With the default DATABASE_PREFIX, which the manifests do not change. */
function natsUsersFile(): string {
  const { databasePrefix } = readConfig({});
  const users = natsUsers(databasePrefix, BUS_CALLERS);
  return `${natsAuthorization(users, (name) => `$${passwordKey('NATS', name)}`)}\n`;
}

if (import.meta.main)
  for (const [file, text] of derivedKubernetesFiles())
    writeFileSync(new URL(`../${file}`, import.meta.url), text);
