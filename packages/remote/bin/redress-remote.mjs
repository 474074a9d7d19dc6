#!/usr/bin/env node
// redress-remote <command>: builds, tests and publishes the remote in this folder.

const OLDEST_NODE = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  process.stderr.write(
    `NODE_OLD: redress-remote needs Node ${OLDEST_NODE}; this is ${process.versions.node}.\n` +
      'Install it; in the repository of the platform it is node_modules/.bin/node.\n',
  );
  process.exitCode = 1;
} else {
  // After the check: an older Node does not load it.
  const { main } = await import('../src/cli.ts');
  process.exitCode = await main(process.argv.slice(2), {
    directory: process.cwd(),
    environment: process.env,
    write: (text) => process.stdout.write(`${text}\n`),
    writeError: (text) => process.stderr.write(`${text}\n`),
  });
}
