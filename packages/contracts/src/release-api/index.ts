/** The release API: every call of it, its shapes and its refusals. */
import { changeEndpoints } from './changes.ts';
import { dryRunEndpoints } from './dry-run.ts';
import { noticeEndpoints } from './notices.ts';
import { dependentsEndpoints } from './dependents.ts';
import { peopleEndpoints } from './people.ts';
import { planEndpoints } from './plans.ts';
import { readEndpoints } from './reads.ts';
import { tokenEndpoints } from './tokens.ts';
import { overviewEndpoints } from './overview.ts';
import { previewEndpoints } from './previews.ts';
import { remoteEndpoints } from './remotes.ts';
import { retentionEndpoints } from './retention.ts';
import { rolloutEndpoints } from './rollouts.ts';
import { staffEndpoints } from './staff.ts';

export * from './refusals.ts';
export * from './endpoint.ts';
export { BuildAbout, BuildOrigin, Finding } from './fields.ts';
export * from './read-shapes.ts';
export * from './reads.ts';
export * from './changes.ts';
export * from './dry-run.ts';
export * from './notices.ts';
export * from './overview.ts';
export * from './dependents.ts';
export * from './people.ts';
export * from './plans.ts';
export * from './previews.ts';
export * from './remotes.ts';
export * from './retention.ts';
export * from './rollouts.ts';
export * from './sign-in.ts';
export * from './staff.ts';
export * from './tokens.ts';
export * from './public.ts';
export * from './adapters.ts';

/** Every call on the console's address, with a bearer token or a session. */
export const releaseEndpoints = {
  ...readEndpoints,
  ...overviewEndpoints,
  ...changeEndpoints,
  ...dryRunEndpoints,
  ...remoteEndpoints,
  ...planEndpoints,
  ...retentionEndpoints,
  ...rolloutEndpoints,
  ...previewEndpoints,
  ...noticeEndpoints,
  ...staffEndpoints,
  ...tokenEndpoints,
  ...peopleEndpoints,
  ...dependentsEndpoints,
} as const;
export type ReleaseEndpoints = typeof releaseEndpoints;
export type ReleaseEndpointName = keyof ReleaseEndpoints;
