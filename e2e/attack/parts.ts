import { bodies } from './parts/bodies.ts';
import { canaries } from './parts/canaries.ts';
import { decoders } from './parts/decoders.ts';
import { guessing } from './parts/guessing.ts';
import { headers } from './parts/headers.ts';
import { injection } from './parts/injection.ts';
import { matrix } from './parts/matrix.ts';
import { parser } from './parts/parser.ts';
import { races } from './parts/races.ts';
import type { Part } from './support/part.ts';

/** In the order in which they are run. */
export const PARTS: readonly Part[] = [matrix, guessing, headers, parser, injection, canaries, races, bodies, decoders];
