import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The top folder, from wherever a command was given. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The one package manager, at the one version. */
export const PNPM = 'pnpm@12.21.0';

/** Node 24 as installed among the packages: whatever runs the tools, this runs the product. */
export const NODE = path.join(ROOT, 'node_modules/node/bin/node');

export const inRoot = (...parts) => path.join(ROOT, ...parts);
