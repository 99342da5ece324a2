/** A script for a container of a service: prints as JSON what the container may do and which secrets it sees. */
export const RIGHTS_SCRIPT = `
  const fs = require('node:fs');
  const attempt = (work) => { try { return String(work()); } catch ({ code }) { return code; } };
  console.log(JSON.stringify({
    user: process.getuid(),
    shell: fs.existsSync('/bin/sh'),
    write: attempt(() => fs.writeFileSync('/app/package.json', '')),
    capabilities: /CapEff:\\s*(\\w+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1],
    secrets: attempt(() => fs.readdirSync('/run/secrets').sort()),
    variables: Object.keys(process.env).filter((name) => /URI$|SECRET$|PASSWORD$|NATS_URL$|_KEY$/.test(name)).sort(),
  }));`;

/** What every container of a service prints there. */
export const RIGHTS = {
  user: 65532,
  shell: false,
  write: 'EROFS',
  capabilities: '0000000000000000',
};
