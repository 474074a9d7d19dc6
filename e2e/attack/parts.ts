import { bodies } from './parts/bodies.ts';
import { decoders } from './parts/decoders.ts';
import { guessing } from './parts/guessing.ts';
import { headers } from './parts/headers.ts';
import { matrix } from './parts/matrix.ts';
import { parser } from './parts/parser.ts';
import { races } from './parts/races.ts';
import type { Part } from './support/part.ts';

/** In the order in which they are run. */
export const PARTS: readonly Part[] = [matrix, guessing, headers, parser, races, bodies, decoders];
