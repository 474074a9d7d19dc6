/**
 * What Redux Toolkit takes of immer, 4 kB of every first visit, in the place of it: state here is plain objects and lists.
 * No sets, maps or classes are drafted, and a draft that outlives its recipe is frozen, not revoked.
 */
export { current, freeze, isDraft, isDraftable, original, produce } from './produce.ts';
export { applyPatches, enablePatches, produceWithPatches, setUseStrictIteration } from './patches.ts';
