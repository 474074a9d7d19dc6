import type { Freeze, Plan, Preview } from '@redress/contracts/release-api';
import { Badge } from '@redress/ui';
import { useCallback } from 'react';
import { ActButton } from './acts/act-button.tsx';
import {
  addPreview,
  confirmPlan,
  confirmPreview,
  endPlan,
  endPreview,
  freeze,
  thaw,
  whatOf,
} from './acts/coming-acts.ts';
import { useConsole } from './console-context.ts';
import { List, type Columns } from './list.tsx';
import { Instant } from './parts.tsx';
import { useLoaded } from './use-loaded.ts';
import { useOverview } from './use-overview.ts';

const TONES = { waiting: 'pending', done: 'success', refused: 'danger', ended: 'neutral', expired: 'neutral' } as const;
const STATES = { waiting: 'Waiting', done: 'Done', refused: 'Refused', ended: 'Given up', expired: 'Expired' };

const waits = ({ state, needsConfirmation, confirmedBy }: Plan) =>
  state === 'waiting' && needsConfirmation && confirmedBy === null;

const PLANS: Columns<Plan> = {
  No: ({ id }) => id,
  What: whatOf,
  When: (plan) => (plan.at ? <Instant at={plan.at} /> : waits(plan) ? 'when confirmed' : ''),
  Who: ({ actor, person, confirmedBy }) => [person ?? actor, confirmedBy].filter(Boolean).join(', '),
  Why: ({ reason }) => reason,
  State: (plan) => (
    <>
      <Badge tone={TONES[plan.state]}>{STATES[plan.state]}</Badge> {plan.number !== null && `snapshot ${plan.number}`}{' '}
      {plan.note}
      {waits(plan) && `Waits for another person than ${plan.person ?? plan.actor}.`}
    </>
  ),
};

const FREEZES: Columns<Freeze> = {
  No: ({ id }) => id,
  From: ({ from }) => <Instant at={from} />,
  Until: ({ until }) => <Instant at={until} />,
  Who: ({ actor }) => actor,
  Why: ({ reason }) => reason,
};

const PREVIEWS: Columns<Preview> = {
  No: ({ id }) => id,
  What: ({ what }) => what,
  'Pull request': ({ team, pullRequest }) => (pullRequest === null ? null : `${pullRequest} of ${team ?? 'no team'}`),
  Who: ({ actor }) => actor,
  Why: ({ reason }) => reason,
  Until: ({ expiresAt }) => <Instant at={expiresAt} />,
  For: ({ once, openedAt, waits: isWaiting }) =>
    isWaiting ? (
      <Badge tone="pending">waits for another person</Badge>
    ) : once ? (
      <Badge tone={openedAt ? 'success' : 'pending'}>{openedAt ? 'one browser, taken' : 'one browser'}</Badge>
    ) : (
      'whoever has the address'
    ),
};

/** What is to come: promotions that are planned or wait for somebody, windows without promotions, and previews. */
export function ComingView() {
  const { api, channel, times } = useConsole();
  const load = useCallback(async () => {
    const [plans, freezes, previews] = await Promise.all([
      api('plans', { channel, limit: 50 }),
      api('freezes', { channel }),
      api('previews', { channel }),
    ]);
    return { plans, freezes, previews };
  }, [api, channel]);
  const of = useLoaded(load);
  const { data } = of;
  const { current } = useOverview();
  return (
    <>
      <List
        heading="Promotions"
        caption="Promotions to come and those that came, newest first"
        of={of}
        rows={data?.plans}
        rowKey={({ id }) => id}
        columns={PLANS}
        empty="No promotion was planned yet."
        buttons={(plan) =>
          plan.state === 'waiting' && (
            <>
              {current && waits(plan) && plan.isYoursToConfirm && (
                <ActButton
                  of={String(plan.id)}
                  variant="primary"
                  act={confirmPlan(plan, current.number, plan.at && times.instant(plan.at))}
                />
              )}
              <ActButton of={String(plan.id)} act={endPlan(plan)} />
            </>
          )
        }
      />
      <List
        heading="Freezes"
        begin={<ActButton act={freeze(new Date(times.now()).toISOString())} />}
        caption="Freezes: no promotion in these windows; rollbacks stay possible"
        of={of}
        rows={data?.freezes}
        rowKey={({ id }) => id}
        columns={FREEZES}
        empty="No freeze is in force or to come."
        buttons={(each) => <ActButton of={String(each.id)} act={thaw(each)} />}
      />
      <List
        heading="Previews"
        begin={current && <ActButton label="Make a preview" act={addPreview(current.remotes)} />}
        caption={`Previews of the channel ${channel} that can be opened; an address is shown only when it is made`}
        of={of}
        rows={data?.previews}
        rowKey={({ id }) => id}
        columns={PREVIEWS}
        empty="No preview can be opened now."
        buttons={(preview) => (
          <>
            {preview.waits && (
              <ActButton of={`preview ${preview.id}`} variant="primary" act={confirmPreview(preview)} />
            )}
            <ActButton of={`preview ${preview.id}`} act={endPreview(preview)} />
          </>
        )}
      />
    </>
  );
}
