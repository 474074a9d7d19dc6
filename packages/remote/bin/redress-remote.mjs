#!/usr/bin/env node
// redress-remote <command>: builds, tests and publishes the remote in this folder.
import { main } from '../src/cli.ts';

process.exitCode = await main(process.argv.slice(2), {
  directory: process.cwd(),
  environment: process.env,
  write: (text) => process.stdout.write(`${text}\n`),
  writeError: (text) => process.stderr.write(`${text}\n`),
});
