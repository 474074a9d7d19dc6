#!/usr/bin/env node
// redress-build [--watch] [--alone] [--port N] [--maps]: builds the shell or remote in this folder into dist/.
import { main } from '../src/cli.ts';

await main(process.argv.slice(2), process.cwd());
