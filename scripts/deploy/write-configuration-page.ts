/**
 * Text of `docs/configuration.md` from the declared environment variables; `node
 * scripts/deploy/write-configuration-page.ts` writes the file.
 */
import { writeFileSync } from 'node:fs';
import { environmentVariables } from '../../shared/kernel/node/config.ts';

export const CONFIGURATION_PAGE = 'docs/configuration.md';

/** The page as the declaration gives it. */
export function configurationPage(): string {
  const rows = environmentVariables()
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(
      ({ name, meaning, unset, rule }) =>
        `| \`${name}\` | ${cell(meaning)} | ${cell(unset ?? '')} | ${cell(rule ?? '')} |`,
    );
  return `# Configuration

Environment variables, read once at start. The process exits with 78 and names the variable when a value is not valid or a required one is
missing. An empty value counts as no value; white space around a value is ignored.

Each variable can be read from a file instead, such as a secret of Docker or Kubernetes: \`CLUSTER_SECRET_FILE=/run/secrets/cluster-secret\`.
A file that is empty is an error.

| variable | meaning | default | a value must |
|---|---|---|---|
${rows.join('\n')}

Set together: \`S3_ENDPOINT\` requires the three other \`S3_\` variables, \`NATS_URL\` requires \`CLUSTER_SECRET\` and contains a user, and
\`ADMIN_EMAIL\` and \`ADMIN_PASSWORD\` require each other.

This page is generated from \`shared/kernel/node/config.ts\` by \`npx node scripts/deploy/write-configuration-page.ts\`.
`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

if (import.meta.main)
  writeFileSync(new URL(`../../${CONFIGURATION_PAGE}`, import.meta.url), configurationPage());
