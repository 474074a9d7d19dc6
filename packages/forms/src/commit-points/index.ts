export { createCommitPoints, type CommitPoints } from './commit-points.ts';
export { useCommitPoints } from './use-commit-points.ts';
