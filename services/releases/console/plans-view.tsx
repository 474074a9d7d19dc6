import type { Freeze, Plan } from '@redress/contracts/release-api';
import { Badge, Button, EmptyState, LoadError, Notice, announce } from '@redress/ui';
import { DataTable, type Column } from '@redress/ui/data';
import { useCallback, useState } from 'react';
import { ActDialog } from './act-dialog.tsx';
import { FreezeDialog } from './acts/freeze-dialog.tsx';
import { useActs } from './acts/wanted-act.ts';
import { useConsole } from './console-context.ts';
import styles from './console.module.css';
import { Instant } from './instant.tsx';
import { useLoaded } from './use-loaded.ts';
import { shortId, texts } from './texts.ts';

type Act = { kind: 'freeze' } | { kind: 'thaw'; freeze: Freeze } | { kind: 'end'; plan: Plan };

const TONES = { waiting: 'pending', done: 'success', refused: 'danger', ended: 'neutral', expired: 'neutral' } as const;

/** What is to come: promotions that are planned or wait for another person, and windows without promotions. */
export function PlansView() {
  const { api, channel } = useConsole();
  const load = useCallback(async () => {
    const [plans, freezes, { number: seen }] = await Promise.all([
      api('plans', { channel, limit: 50 }),
      api('freezes', { channel }),
      api('status', { channel }),
    ]);
    return { plans, freezes, seen };
  }, [api, channel]);
  const { data, refusal, reload } = useLoaded(load);
  const { open } = useActs();
  const [act, setAct] = useState<Act | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  if (!data && refusal)
    return <LoadError title={texts.failed} text={`${refusal.message} ${refusal.remedy}`} onRetry={reload} />;

  const finish = (text: string) => {
    setSaid(text);
    announce(text);
    reload();
  };
  const waits = ({ state, needsConfirmation, confirmedBy }: Plan) =>
    state === 'waiting' && needsConfirmation && confirmedBy === null;

  const plans: Column<Plan>[] = [
    { key: 'id', header: 'No', isRowHeader: true, render: ({ id }) => id },
    {
      key: 'builds',
      header: 'What',
      render: ({ builds }) => builds.map(({ name, buildId }) => `${name} ${shortId(buildId)}`).join(', '),
    },
    {
      key: 'at',
      header: 'When',
      render: (plan) => (plan.at ? <Instant at={plan.at} /> : waits(plan) ? texts.whenConfirmed : ''),
    },
    {
      key: 'who',
      header: 'Who',
      render: ({ actor, person, confirmedBy }) => [person ?? actor, confirmedBy].filter(Boolean).join(', '),
    },
    {
      key: 'why',
      header: 'Why',
      render: ({ reason }) => <span className={styles['state']}>{reason}</span>,
    },
    {
      key: 'state',
      header: 'State',
      render: (plan) => (
        <span className={styles['state']}>
          <Badge tone={TONES[plan.state]}>{texts.planStates[plan.state]}</Badge>{' '}
          {plan.number !== null && `snapshot ${plan.number}`} {plan.note}
          {waits(plan) && texts.waitsFor(plan.person ?? plan.actor)}
        </span>
      ),
    },
    {
      key: 'acts',
      header: 'Actions',
      hideHeader: true,
      render: (plan) =>
        plan.state === 'waiting' && (
          <span className={styles['acts']}>
            {waits(plan) && plan.isYoursToConfirm && (
              <Button
                size="small"
                aria-label={`${texts.confirm}: ${plan.id}`}
                onClick={() => open({ kind: 'confirm', plan, seen: data?.seen ?? 0 })}
              >
                {texts.confirm}
              </Button>
            )}
            <Button
              size="small"
              variant="secondary"
              aria-label={`${texts.giveUp}: ${plan.id}`}
              onClick={() => setAct({ kind: 'end', plan })}
            >
              {texts.giveUp}
            </Button>
          </span>
        ),
    },
  ];
  const freezes: Column<Freeze>[] = [
    { key: 'id', header: 'No', isRowHeader: true, render: ({ id }) => id },
    { key: 'from', header: 'From', render: ({ from }) => <Instant at={from} /> },
    { key: 'until', header: 'Until', render: ({ until }) => <Instant at={until} /> },
    { key: 'who', header: 'Who', render: ({ actor }) => actor },
    { key: 'why', header: 'Why', render: ({ reason }) => <span className={styles['state']}>{reason}</span> },
    {
      key: 'acts',
      header: 'Actions',
      hideHeader: true,
      render: (freeze) => (
        <Button
          size="small"
          variant="secondary"
          aria-label={`${texts.thaw}: ${freeze.id}`}
          onClick={() => setAct({ kind: 'thaw', freeze })}
        >
          {texts.thaw}
        </Button>
      ),
    },
  ];
  const status = data ? 'ready' : 'loading';
  return (
    <>
      {said && (
        <Notice tone="success" live>
          {said}
        </Notice>
      )}
      <section className={styles['section']}>
        <h2>{texts.promotions}</h2>
        <DataTable
          caption="Promotions to come and those that came, newest first"
          columns={plans}
          rows={data?.plans ?? []}
          rowKey={({ id }) => String(id)}
          status={status}
          empty={<EmptyState title={texts.noPlans} />}
        />
      </section>
      <section className={styles['section']}>
        <div className={styles['head']}>
          <h2>{texts.freezes}</h2>
          <Button size="small" variant="secondary" onClick={() => setAct({ kind: 'freeze' })}>
            {texts.freeze}
          </Button>
        </div>
        <DataTable
          caption="Freezes: no promotion in these windows; rollbacks stay possible"
          columns={freezes}
          rows={data?.freezes ?? []}
          rowKey={({ id }) => String(id)}
          status={status}
          empty={<EmptyState title={texts.noFreezes} />}
        />
      </section>
      {act && <Acting act={act} onClose={() => setAct(null)} onDone={finish} />}
    </>
  );
}

function Acting({ act, onClose, onDone }: { act: Act; onClose: () => void; onDone: (text: string) => void }) {
  const { api, channel } = useConsole();
  if (act.kind === 'freeze') return <FreezeDialog onDone={onDone} onClose={onClose} />;
  if (act.kind === 'thaw') {
    const thaw = async (reason: string) => {
      await api('thaw', { channel, id: act.freeze.id, reason });
      onDone(`Freeze ${act.freeze.id} is over.`);
    };
    return (
      <ActDialog title={`${texts.thaw} ${act.freeze.id}`} action={texts.thaw} onAct={thaw} onClose={onClose}>
        <p>{act.freeze.reason}</p>
      </ActDialog>
    );
  }
  const end = async (reason: string) => {
    await api('endPlan', { channel, id: act.plan.id, reason });
    onDone(`Promotion ${act.plan.id} is given up.`);
  };
  return (
    <ActDialog title={`${texts.giveUp} promotion ${act.plan.id}`} action={texts.giveUp} onAct={end} onClose={onClose}>
      <p>{act.plan.builds.map(({ name, buildId }) => `${name} ${shortId(buildId)}`).join(', ')}</p>
    </ActDialog>
  );
}
