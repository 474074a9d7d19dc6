import type { Notice, NoticeSending, NoticeTarget } from '@redress/contracts/release-api';
import { Badge } from '@redress/ui';
import { useCallback } from 'react';
import { ActButton } from './acts/act-button.tsx';
import { endNoticeTarget, retryNotice, testNotice } from './acts/coming-acts.ts';
import { useConsole } from './console-context.ts';
import { List, type Columns } from './list.tsx';
import { Bullets, Instant } from './parts.tsx';
import { useLoaded } from './use-loaded.ts';

/** A try changes a notice, and is no act. */
const REFRESH_MS = 5_000;

const STATES = {
  waiting: { tone: 'pending', text: 'waits' },
  sent: { tone: 'success', text: 'sent' },
  dead: { tone: 'danger', text: 'not delivered' },
  ended: { tone: 'neutral', text: 'no longer told' },
} as const satisfies Record<NoticeSending['state'], object>;

function sendingOf({ kind, place, state, attempts, error }: NoticeSending) {
  const why = error === null ? '' : `: ${error}, ${attempts} ${attempts === 1 ? 'try' : 'tries'}`;
  return (
    <>
      {kind} {place} <Badge tone={STATES[state].tone}>{`${STATES[state].text}${why}`}</Badge>
    </>
  );
}

const NOTICES: Columns<Notice> = {
  What: ({ summary }) => summary,
  When: ({ createdAt }) => <Instant at={createdAt} />,
  'Who was told': ({ sendings }) =>
    sendings.length === 0 ? 'there was nobody to tell' : <Bullets of={sendings.map(sendingOf)} />,
};

const TARGETS: Columns<NoticeTarget> = {
  Address: ({ address }) => address,
  By: ({ kind }) => kind,
  Of: ({ team }) => team ?? 'everything',
};

/** What people were told of without having asked, whether it reached them, and who is told. */
export function NoticesView() {
  const { api, channel, person } = useConsole();
  const mayChange = person.role === 'release-manager';
  const notices = useLoaded(
    useCallback(() => api('notices', { channel }), [api, channel]),
    REFRESH_MS,
  );
  // Release managers alone may read the addresses.
  const targets = useLoaded(
    useCallback(async () => (mayChange ? api('noticeTargets', { channel }) : []), [api, channel, mayChange]),
  );
  return (
    <>
      <List
        caption={`Notices of the channel ${channel}, newest first`}
        of={notices}
        rows={notices.data ?? undefined}
        rowKey={({ id }) => id}
        columns={NOTICES}
        empty="Nobody was told of anything yet."
        buttons={({ id, sendings }) =>
          sendings.some(({ state }) => state === 'dead') && <ActButton of={`notice ${id}`} act={retryNotice(id)} />
        }
      />
      {mayChange && (
        <List
          heading="Who is told"
          begin={targets.data && targets.data.length > 0 && <ActButton label="Send a test" act={testNotice} />}
          caption={`Who is told of the channel ${channel}`}
          of={targets}
          rows={targets.data ?? undefined}
          rowKey={({ id }) => id}
          columns={TARGETS}
          empty="Nobody is told when the service acts by itself: `release notices add` names an address."
          buttons={({ id, address }) => <ActButton of={address} act={endNoticeTarget(id, address)} />}
        />
      )}
    </>
  );
}
