import type { ReleaseCore } from '../release-core.ts';
import type { ReleaseOperations, RunningProgram } from '../release-operations.ts';
import { listNotices, retryNotice, testNotice } from './notices.ts';
import { addTarget, endTarget, listTargets, rotateTarget } from './targets.ts';

export const noticeOperations = (core: ReleaseCore, { privateHosts = [] }: RunningProgram) =>
  ({
    notices: (page) => listNotices(core.db, page),
    testNotice: (wanted, actor) => testNotice(core, wanted, actor),
    retryNotice: (wanted, actor) => retryNotice(core, wanted, actor),
    noticeTargets: ({ channel }) => listTargets(core.db, channel),
    addNoticeTarget: (wanted, actor) => addTarget(core, { ...wanted, privateHosts }, actor),
    rotateNoticeTarget: (wanted, actor) => rotateTarget(core, wanted, actor),
    endNoticeTarget: (wanted, actor) => endTarget(core, wanted, actor).then(() => ({})),
  }) satisfies Partial<ReleaseOperations>;
