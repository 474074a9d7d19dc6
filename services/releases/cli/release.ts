#!/usr/bin/env node
/** `npm run release -- …`: publish, promote and roll back, against the running program or, without one, its files. */
import { runRelease } from './run-release.ts';

const { code, out, err } = await runRelease(process.argv.slice(2), process.env);
process.stdout.write(out);
process.stderr.write(err);
if (code !== 0) process.exitCode = code;
