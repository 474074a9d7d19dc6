import { bound } from '@redress/server/bound';
import type { ReleaseCore } from '../release-core.ts';
import type { ReleaseOperations, RunningProgram } from '../release-operations.ts';
import { listNotices, retryNotice, testNotice } from './notices.ts';
import { addTarget, endTarget, listTargets, rotateTarget } from './targets.ts';

export const noticeOperations = (core: ReleaseCore, { privateHosts = [] }: RunningProgram) =>
  ({
    notices: (page) => listNotices(core.db, page),
    noticeTargets: ({ channel }) => listTargets(core.db, channel),
    addNoticeTarget: (wanted, actor) => addTarget(core, { ...wanted, privateHosts }, actor),
    ...bound(core, { testNotice, retryNotice, rotateNoticeTarget: rotateTarget, endNoticeTarget: endTarget }),
  }) satisfies Partial<ReleaseOperations>;
