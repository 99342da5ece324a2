/**
 * Writes an overlay above `k8s/trial` for one test run: a namespace, secrets and addresses of its own, and no limits
 * of accounts. Also lets it restore a backup.
 */
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withDigests } from '../../scripts/deploy/containers/base-images.ts';
import { fillSecretsTemplate } from '../../scripts/deploy/write-kubernetes-secrets.ts';
import type { Administrator } from '../../tools/demo/step-checks.ts';
import { UNLIMITED } from '../containers/load.ts';

/** What the overlay of a run sets; `components` while a backup is restored. */
interface Kustomization {
  components?: string[];
  [setting: string]: unknown;
}

const kustomizationFile = (folder: string): string => join(folder, 'test', 'kustomization.yaml');

export interface OverlaySettings {
  namespace: string;
  /** The image of the services, with its tag. */
  image: string;
  /** Address of the gateway for callers. */
  base: string;
  /** Address of downloads for callers. */
  filesBase: string;
}

/**
 * Copies `k8s/` to a folder, with secrets, and writes the overlay to its folder `test`.
 * @returns the first administrator
 */
export function writeOverlay(folder: string, settings: OverlaySettings): Administrator {
  const { namespace, image, base, filesBase } = settings;
  cpSync('k8s', folder, { recursive: true });
  // The images of this machine may be stand-ins, which have tags alone.
  if (process.env.CSS_IMAGE === undefined)
    for (const file of globSync(join(folder, '*', '*.yaml')))
      writeFileSync(
        file,
        withDigests(readFileSync(file, 'utf8'), () => null),
      );
  const secrets = fillSecretsTemplate(readFileSync('k8s/in-cluster/secrets.template.env', 'utf8'));
  writeFileSync(join(folder, 'in-cluster', 'secrets.env'), secrets, { mode: 0o600 });
  const [, newName = image, newTag = 'latest'] = /^(.+):([^:/]+)$/.exec(image) ?? [];
  const variables = Object.entries({ ...UNLIMITED, BASE_URL: base });
  const kustomization: Kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace,
    resources: ['../trial'],
    images: [{ name: 'construction-specification-service', newName, newTag }],
    configMapGenerator: [
      {
        name: 'configuration',
        behavior: 'merge',
        literals: variables.map(([name, value]) => `${name}=${value}`),
      },
      { name: 'servers', behavior: 'merge', literals: [`S3_PUBLIC_ENDPOINT=${filesBase}`] },
    ],
  };
  mkdirSync(join(folder, 'test'));
  // Every JSON document is YAML too.
  writeFileSync(kustomizationFile(folder), JSON.stringify(kustomization));
  const secret = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(secrets)?.[1] ?? '';
  return { email: secret('ADMIN_EMAIL'), password: secret('ADMIN_PASSWORD') };
}

/** Lets the overlay restore a backup, by its name, instead of running the services. @returns the end of that */
export function addRestore(folder: string, backup: string): () => void {
  const job = join(folder, 'restore', 'restore.yaml');
  writeFileSync(job, readFileSync(job, 'utf8').replace('/backups/NAME', `/backups/${backup}`));
  const usual = readFileSync(kustomizationFile(folder), 'utf8');
  const kustomization: Kustomization = JSON.parse(usual);
  writeFileSync(
    kustomizationFile(folder),
    JSON.stringify({ ...kustomization, components: ['../restore'] } satisfies Kustomization),
  );
  return () => writeFileSync(kustomizationFile(folder), usual);
}
