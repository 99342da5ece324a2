/**
 * The manifests in `k8s/` for the suites: parsed, and checked against the definitions that Kubernetes publishes
 * (`test/corpora/kubernetes`), where an unknown field is an error.
 */
import { globSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { loadAll } from 'js-yaml';

export interface Container {
  name: string;
  image?: string;
  envFrom?: { configMapRef: { name: string } }[];
  env?: {
    name: string;
    value?: string;
    valueFrom?: Partial<
      Record<'secretKeyRef' | 'configMapKeyRef', { name: string; key: string; optional?: boolean }>
    >;
  }[];
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  securityContext?: Record<string, unknown> & { capabilities?: { drop?: string[] } };
  startupProbe?: object;
  readinessProbe?: object;
  livenessProbe?: object;
}
export interface PodSpec {
  automountServiceAccountToken?: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext?: Record<string, unknown> & { seccompProfile?: { type: string } };
  containers: Container[];
  initContainers?: Container[];
  affinity?: {
    podAntiAffinity?: {
      preferredDuringSchedulingIgnoredDuringExecution?: { podAffinityTerm: object }[];
    };
  };
}
type Labels = Record<string, string>;
interface PolicyPeer {
  namespaceSelector?: { matchLabels?: Labels };
  podSelector?: { matchLabels?: Labels };
}
interface PolicyPort {
  port?: number | string;
}
interface PodTemplate {
  metadata: { labels: Labels };
  spec: PodSpec;
}
/** A manifest that fits its definition. */
export interface KubernetesManifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: {
    replicas?: number;
    suspend?: boolean;
    strategy?: { rollingUpdate?: { maxUnavailable?: number } };
    selector?: Labels & { matchLabels?: Labels };
    template?: PodTemplate;
    jobTemplate?: { spec: { template: PodTemplate } };
    rules?: { host: string; http: { paths: { path: string }[] } }[];
    tls?: { hosts: string[] }[];
    ingressClassName?: string;
    podSelector?: { matchLabels?: Labels };
    policyTypes?: string[];
    ingress?: { from?: PolicyPeer[]; ports?: PolicyPort[] }[];
    egress?: { to?: PolicyPeer[]; ports?: PolicyPort[] }[];
    scaleTargetRef?: { kind: string; name: string };
  };
}

/** The pods of a workload; undefined for other kinds. */
export const podTemplateOf = ({ spec }: KubernetesManifest): PodTemplate | undefined =>
  spec?.template ?? spec?.jobTemplate?.spec.template;

interface Definition {
  properties?: object;
  additionalProperties?: boolean;
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[];
}

const definitions: Record<string, Definition> = JSON.parse(
  readFileSync('test/corpora/kubernetes/definitions.json', 'utf8'),
);
// The API server ignores or rejects an unknown field, a mistake either way.
for (const definition of Object.values(definitions))
  if (definition.properties !== undefined) definition.additionalProperties = false;

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: 'kubernetes', definitions });

/** The name of the definition of each kind, by `apiVersion/kind`. */
const definitionNames = new Map(
  Object.entries(definitions).flatMap(([name, definition]) =>
    (definition['x-kubernetes-group-version-kind'] ?? []).map(
      ({ group, version, kind }): [string, string] => [
        `${group === '' ? '' : `${group}/`}${version}/${kind}`,
        name,
      ],
    ),
  ),
);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * A document as a manifest.
 * @throws Error that lists where it does not fit the definition of its kind
 */
export function parseManifest(document: unknown): KubernetesManifest {
  const kind = isObject(document) ? `${document.apiVersion}/${document.kind}` : 'no object';
  const name = definitionNames.get(kind);
  if (name === undefined) throw new Error(`${kind} has no definition in test/corpora/kubernetes`);
  const fits = ajv.compile<KubernetesManifest>({ $ref: `kubernetes#/definitions/${name}` });
  if (fits(document)) return document;
  const problems = fits.errors?.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  throw new Error(`${kind}: ${problems?.join('; ')}`);
}

export const parseManifests = (text: string): KubernetesManifest[] => loadAll(text).map(parseManifest);

/** All manifest files, without those of kustomize. */
export const manifestFiles = (): string[] =>
  globSync('k8s/**/*.yaml').filter((file) => !file.endsWith('kustomization.yaml'));

/** Every manifest of a folder of `k8s/`. */
export const manifestsOf = (folder: string): KubernetesManifest[] =>
  manifestFiles()
    .filter((file) => file.startsWith(`k8s/${folder}/`))
    .flatMap((file) => parseManifests(readFileSync(file, 'utf8')));

/** Reads a file of NAME=value lines. */
export const readVariables = (file: string): Map<string, string> =>
  new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line): [string, string] => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
