import type { Migration } from 'kysely/migration';
import { registry } from './0001-registry.ts';
import { factsFromFiles } from './0002-facts-from-files.ts';
import { trustVersions } from './0003-trust-versions.ts';
import { healthVoices } from './0005-health-voices.ts';
import { servedBuilds } from './0004-served-builds.ts';
import { retention } from './0007-retention.ts';
import { tokensOfPeople } from './0008-tokens-of-people.ts';
import { fewOfManyBuilds } from './0009-few-of-many-builds.ts';
import { plans } from './0010-plans.ts';
import { slowVoices } from './0011-slow-voices.ts';
import { browserErrors } from './0012-browser-errors.ts';
import { buildAbout } from './0013-build-about.ts';
import { rollouts } from './0014-rollouts.ts';
import { previews } from './0015-previews.ts';
import { people } from './0020-people.ts';
import { previewsOfOneBrowser } from './0016-previews-of-one-browser.ts';
import { cohorts } from './0017-cohorts.ts';
import { notices } from './0018-notices.ts';
import { trustDocuments } from './0022-trust-documents.ts';
import { previewsOfPullRequests } from './0023-previews-of-pull-requests.ts';
import { lists } from './0024-lists.ts';
import { keptBuilds } from './0025-kept-builds.ts';
import { withdrawnBuilds } from './0006-withdrawn-builds.ts';

/** By name, in order; one that was released is never changed. */
export const migrations: Record<string, Migration> = {
  '0001-registry': registry,
  '0002-facts-from-files': factsFromFiles,
  '0003-trust-versions': trustVersions,
  '0004-served-builds': servedBuilds,
  '0005-health-voices': healthVoices,
  '0006-withdrawn-builds': withdrawnBuilds,
  '0007-retention': retention,
  '0008-tokens-of-people': tokensOfPeople,
  '0009-few-of-many-builds': fewOfManyBuilds,
  '0010-plans': plans,
  '0011-slow-voices': slowVoices,
  '0012-browser-errors': browserErrors,
  '0013-build-about': buildAbout,
  '0014-rollouts': rollouts,
  '0015-previews': previews,
  '0016-previews-of-one-browser': previewsOfOneBrowser,
  '0017-cohorts': cohorts,
  '0018-notices': notices,
  '0020-people': people,
  '0022-trust-documents': trustDocuments,
  '0023-previews-of-pull-requests': previewsOfPullRequests,
  '0024-lists': lists,
  '0025-kept-builds': keptBuilds,
};
