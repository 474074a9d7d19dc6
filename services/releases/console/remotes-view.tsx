import type { BuildHealth, RemoteStatus } from '@redress/contracts/release-api';
import { Badge, Button, EmptyState, LoadError, Notice, announce } from '@redress/ui';
import { DataTable, type Column } from '@redress/ui/data';
import { useCallback, useState } from 'react';
import { ActDialog } from './act-dialog.tsx';
import { useConsole } from './console-context.ts';
import { BuildChoice } from './build-choice.tsx';
import styles from './console.module.css';
import { useLoaded } from './use-loaded.ts';
import { TimeField } from './time-field.tsx';
import { shortId, texts } from './texts.ts';

/** `seen`: the snapshot on screen when the dialog was opened. */
type Act = { kind: 'rollback' | 'serve' | 'off' | 'on' | 'retire'; remote: RemoteStatus; seen: number };

const REFRESH_MS = 3_000;
const FAILURES = new Set(['load-failed', 'mount-failed', 'timed-out', 'integrity-refused', 'render-error']);

/** Sessions of the last hour in which this build failed, of those in which it ran. */
function failures(health: readonly BuildHealth[], { name, buildId }: RemoteStatus): string {
  const own = health.filter((row) => row.remote === name && row.buildId === buildId);
  const sum = (rows: readonly BuildHealth[]) => rows.reduce((total, { sessions }) => total + sessions, 0);
  const failed = sum(own.filter(({ kind }) => FAILURES.has(kind)));
  const loaded = sum(own.filter(({ kind }) => kind === 'loaded'));
  return loaded + failed === 0 ? 'no reports' : `${failed} of ${loaded + failed}`;
}

/** Every remote with the build it serves, how it fares, and the way back. */
export function RemotesView() {
  const { api, channel, times } = useConsole();
  const load = useCallback(async () => {
    const [status, health] = await Promise.all([api('status', { channel }), api('health', { minutes: 60 })]);
    return { status, health };
  }, [api, channel]);
  const { data, refusal, reload } = useLoaded(load, REFRESH_MS);
  const [act, setAct] = useState<Act | null>(null);
  const [done, setDone] = useState<string | null>(null);
  if (!data && refusal) return <LoadError title={texts.failed} text={refusal.message} onRetry={reload} />;

  const finish = (message: string) => {
    setDone(message);
    announce(message);
    reload();
  };
  const button = (kind: Act['kind'], remote: RemoteStatus, label: string) => (
    <Button
      size="small"
      variant="secondary"
      onClick={() => setAct({ kind, remote, seen: data?.status.number ?? 0 })}
      aria-label={`${label}: ${remote.name}`}
    >
      {label}
    </Button>
  );
  const columns: Column<RemoteStatus>[] = [
    {
      key: 'name',
      header: 'Remote',
      isRowHeader: true,
      render: ({ name }) => <span className={styles['build']}>{name}</span>,
    },
    {
      key: 'build',
      header: 'Serves',
      render: ({ version, buildId }) => (
        <span className={styles['build']} title={buildId}>
          {version} <code>{shortId(buildId)}</code>
        </span>
      ),
    },
    {
      key: 'about',
      header: 'Commit',
      render: ({ about }) =>
        about && (
          <span className={styles['state']} title={about.origin.ciRun}>
            <code>{about.origin.commit?.slice(0, 7)}</code> {about.origin.branch} {about.origin.author}
            {about.origin.message && `: ${about.origin.message}`}
          </span>
        ),
    },
    {
      key: 'size',
      header: 'First load',
      render: ({ about }) =>
        about && `${Math.ceil(about.firstLoadBytes / 1024)} of ${Math.floor(about.budgetBytes / 1024)} KB`,
    },
    {
      key: 'state',
      header: 'State',
      render: ({ off, heldFrom }) =>
        off ? (
          <span className={styles['state']}>
            <Badge tone="danger">Off</Badge> {off.reason} ({off.actor})
          </span>
        ) : heldFrom ? (
          <span className={styles['state']}>
            <Badge tone="pending">Held</Badge> Rolled back from {shortId(heldFrom.buildId)}: {heldFrom.reason}
          </span>
        ) : (
          <Badge tone="success">Released</Badge>
        ),
    },
    { key: 'health', header: 'Failed sessions, 1 h', render: (remote) => failures(data?.health ?? [], remote) },
    { key: 'owner', header: 'Owner', render: ({ owner }) => <span className={styles['build']}>{owner}</span> },
    {
      key: 'acts',
      header: 'Actions',
      hideHeader: true,
      render: (remote) => (
        <span className={styles['acts']}>
          {remote.lastGood && button('rollback', remote, texts.rollBack)}
          {button('serve', remote, texts.serve)}
          {remote.name !== 'shell' &&
            button(remote.off ? 'on' : 'off', remote, remote.off ? texts.switchOn : texts.switchOff)}
          {remote.name !== 'shell' && button('retire', remote, texts.retire)}
        </span>
      ),
    },
  ];
  return (
    <>
      {done && (
        <Notice tone="success" live>
          {done}
        </Notice>
      )}
      {data && data.status.number > 0 && (
        <p className={styles['soft']}>
          Snapshot {data.status.number}, good until{' '}
          {times.instant(data.status.expiresAt ?? data.status.createdAt ?? '')}
        </p>
      )}
      <DataTable
        caption="Remotes and the builds they serve"
        columns={columns}
        rows={data?.status.remotes ?? []}
        rowKey={({ name }) => name}
        status={data ? 'ready' : 'loading'}
        expectedRows={6}
        empty={<EmptyState title={texts.none} />}
      />
      {act && <Acting act={act} onClose={() => setAct(null)} onDone={finish} />}
    </>
  );
}

function Acting({
  act: { kind, remote, seen },
  onClose,
  onDone,
}: {
  act: Act;
  onClose: () => void;
  onDone: (message: string) => void;
}) {
  const { api, channel, times } = useConsole();
  const [chosen, setChosen] = useState('');
  const [at, setAt] = useState('');
  const { name, buildId, lastGood } = remote;
  if (kind === 'rollback') {
    const act = async (reason: string) => {
      const { number, moves } = await api('rollBack', { channel, remote: name, reason, seen });
      onDone(`${name} is rolled back to ${shortId(moves[0]?.to ?? '')} in snapshot ${number}.`);
    };
    return (
      <ActDialog title={`Roll back ${name}`} action={texts.rollBack} onAct={act} onClose={onClose}>
        <p>
          New loads get <code>{shortId(lastGood ?? '')}</code>, {texts.lastGood}, instead of{' '}
          <code>{shortId(buildId)}</code>. Open tabs follow.
        </p>
      </ActDialog>
    );
  }
  if (kind === 'serve') {
    const act = async (reason: string) => {
      const builds = [{ name, build: chosen, evenIfBad: true }];
      if (at === '') {
        const { number } = await api('promote', { channel, builds, reason, seen });
        onDone(`${name} serves ${shortId(chosen)} in snapshot ${number}.`);
      } else {
        const plan = await api('schedule', { channel, builds, at: times.isoOf(at), reason, seen });
        onDone(`Promotion ${plan.id} of ${name} ${shortId(chosen)} is planned for ${times.instant(plan.at ?? at)}.`);
      }
    };
    return (
      <ActDialog title={`Serve another build of ${name}`} action={texts.serve} onAct={act} onClose={onClose}>
        <BuildChoice name={name} current={buildId} chosen={chosen} onChoose={setChosen} />
        <TimeField label={texts.at} value={at} onChange={setAt} />
      </ActDialog>
    );
  }
  if (kind === 'retire') {
    const act = async (reason: string) => {
      const { number } = await api('retire', { channel, remote: name, reason, seen });
      onDone(`${name} is off the channel in snapshot ${number}.`);
    };
    return (
      <ActDialog title={`${texts.retire} ${name}`} action={texts.retire} onAct={act} onClose={onClose}>
        <p>
          It is taken off the channel for good, with its pages and slots. Its builds stay, and can be promoted again.
        </p>
      </ActDialog>
    );
  }
  const isOn = kind === 'off';
  const change = async (reason: string) => {
    const { number } = await api(isOn ? 'switchOff' : 'switchOn', { channel, remote: name, reason, seen });
    onDone(`${name} is ${isOn ? 'off' : 'on'} in snapshot ${number}.`);
  };
  return (
    <ActDialog
      title={`${isOn ? texts.switchOff : texts.switchOn} ${name}`}
      action={isOn ? texts.switchOff : texts.switchOn}
      onAct={change}
      onClose={onClose}
    >
      <p>{isOn ? 'No tab loads a file of it; its pages say that it is off.' : 'It is loaded again.'}</p>
    </ActDialog>
  );
}
