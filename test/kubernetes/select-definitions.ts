/**
 * `npx node test/kubernetes/select-definitions.ts FOLDER`: selects the definitions of the kinds in `k8s/` from the
 * OpenAPI files of a Kubernetes release (its folder `api/openapi-spec/v3`), without descriptions, for
 * `manifest-files.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file of a release that defines each kind. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  api__v1: ['ConfigMap', 'Namespace', 'PersistentVolumeClaim', 'Secret', 'Service'],
  apis__apps__v1: ['Deployment', 'StatefulSet'],
  apis__autoscaling__v2: ['HorizontalPodAutoscaler'],
  apis__batch__v1: ['CronJob', 'Job'],
  'apis__networking.k8s.io__v1': ['Ingress', 'NetworkPolicy'],
  apis__policy__v1: ['PodDisruptionBudget'],
};
const REFERENCE = '#/components/schemas/';
/** Prose and the rules of merging, which say nothing about validity. */
const LEFT_OUT = /^(description|default|example|x-kubernetes-(?!group-version-kind).*)$/;

interface KindOfVersion {
  group: string;
  version: string;
  kind: string;
}
interface Definition {
  properties?: Record<string, unknown>;
  'x-kubernetes-group-version-kind'?: KindOfVersion[];
}

const [folder = ''] = process.argv.slice(2);
const selected: Record<string, unknown> = {};
for (const [file, kinds] of Object.entries(FILES)) {
  const { components }: { components: { schemas: Record<string, Definition> } } = JSON.parse(
    readFileSync(join(folder, `${file}_openapi.json`), 'utf8'),
  );
  const add = (name: string): void => {
    if (name in selected) return;
    selected[name] = withoutProse(components.schemas[name]);
    for (const [, other = ''] of JSON.stringify(selected[name]).matchAll(
      /"\$ref":"#\/components\/schemas\/([^"]+)"/g,
    ))
      add(other);
  };
  for (const [name, definition] of Object.entries(components.schemas)) {
    const isWanted = definition['x-kubernetes-group-version-kind']?.some(({ kind }) => kinds.includes(kind));
    if (isWanted && definition.properties?.metadata !== undefined) add(name);
  }
}
const lines = Object.entries(selected).map(
  ([name, definition]) => `${JSON.stringify(name)}:${JSON.stringify(definition)}`,
);
writeFileSync(
  new URL('../corpora/kubernetes/definitions.json', import.meta.url),
  `{\n${lines.join(',\n').replaceAll(REFERENCE, '#/definitions/')}\n}\n`,
);

function withoutProse(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutProse);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) =>
      LEFT_OUT.test(key) && !isPropertyMap(node) ? [] : [[key, withoutProse(value)]],
    ),
  );
}

/** A map from property names to schemas: a property may be called `default` or `description`. */
function isPropertyMap(node: object): boolean {
  return Object.values(node).every(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  );
}
