import { channelActs, ofKnownChannels } from './acts/channel-acts.ts';
import { dryRun } from './acts/dry-run.ts';
import { inspect } from './acts/inspect.ts';
import { buildOperations } from './builds/build-operations.ts';
import { channelOperations } from './channels/channel-operations.ts';
import { healthOperations } from './health/health-operations.ts';
import { ledgerOperations } from './ledger/ledger-operations.ts';
import { noticeOperations } from './notices/notice-operations.ts';
import { createOverview } from './overview/overview.ts';
import { readRemoteHistory } from './overview/remote-history.ts';
import { peopleOperations } from './people/people-operations.ts';
import { planOperations } from './plans/plans.ts';
import { previewOperations } from './previews/preview-operations.ts';
import type { ReleaseCore } from './release-core.ts';
import type { ReleaseOperations, RunningProgram } from './release-operations.ts';
import { retentionOperations } from './retention/retention-operations.ts';

/** The channel that is shown first. */
const MAIN = 'production';

/** Each operation checks what its actor may do; that there is its channel is checked here, for all. */
export function releaseOperations(core: ReleaseCore, program: RunningProgram): ReleaseOperations {
  const readOverview = createOverview(core, program);
  const channelNames = () =>
    Object.keys(core.keys.trust().channels)
      .sort()
      .toSorted((one, other) => Number(other === MAIN) - Number(one === MAIN));
  const operations: Omit<ReleaseOperations, 'dryRun'> = {
    alive: () => Promise.resolve({ ok: true }),
    whoAmI: (_input, actor) => Promise.resolve(actor),
    channels: () => Promise.resolve(channelNames()),
    served: ({ channel }) => program.served(channel),
    overview: (_input, actor) => readOverview(channelNames(), actor),
    remoteHistory: (wanted) => readRemoteHistory(core, wanted),
    inspect: (asked, actor) => inspect(core, asked, actor),
    ...channelActs(core, core.channels),
    ...channelOperations(core),
    ...buildOperations(core),
    ...planOperations(core),
    ...previewOperations(core),
    ...healthOperations(core, program),
    ...noticeOperations(core, program),
    ...retentionOperations(core),
    ...peopleOperations(core),
    ...ledgerOperations(core),
  };
  // That there is no such channel is one of the things that a dry run finds.
  return { ...ofKnownChannels(core.keys, operations), dryRun: (asked, actor) => dryRun(core, asked, actor) };
}
