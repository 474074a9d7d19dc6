import type { Overview, OverviewLine, OverviewRemote } from '@redress/contracts/release-api';
import { Button } from '@redress/ui';
import { Menu } from '@redress/ui/data';
import { useConsole } from '../console-context.ts';
import styles from '../console.module.css';
import { shortId } from '../texts.ts';
import { mayDo, useActs, type Act } from './act.ts';
import { changeRollout, promote, rollBack, rollOut, switchIt } from './release-acts.ts';

/** Opens an act, for whoever may do it. @param props.of - what it is done to, for its name: `Roll back: mf-wizard` */
export function ActButton({
  act,
  of,
  label = act.action,
  variant = 'secondary',
}: {
  act: Act;
  of?: string | undefined;
  label?: string | undefined;
  variant?: 'primary' | 'secondary' | 'danger' | 'quiet' | undefined;
}) {
  const open = useActs();
  const { person } = useConsole();
  if (!mayDo(person, act)) return null;
  return (
    <Button
      size="small"
      variant={variant}
      aria-label={of === undefined ? undefined : `${label}: ${of}`}
      onClick={() => open(act)}
    >
      {label}
    </Button>
  );
}

/** Everything that can be done with a remote. @param props.seen - number of the snapshot on the screen */
export function RemoteActs({ remote, seen }: { remote: OverviewRemote; seen: number }) {
  const open = useActs();
  const { person } = useConsole();
  const { name, off, rollout, lastGood } = remote;
  const isRemote = name !== 'shell';
  const canRollOut = off === null && rollout === null;
  const more = [...(canRollOut ? [rollOut(remote, seen)] : []), switchIt('retire', remote, seen)]
    .filter((act) => isRemote && mayDo(person, act))
    .map((act) => ({ key: act.call, label: act.action, onPress: () => open(act), danger: act.isGrave === true }));
  return (
    <span className={styles['buttons']}>
      {(lastGood ?? rollout) && <ActButton of={name} act={rollBack(remote, seen)} />}
      <ActButton of={name} act={promote(remote, seen)} />
      {isRemote && <ActButton of={name} act={switchIt(off ? 'on' : 'off', remote, seen)} />}
      {canRollOut && !isRemote && <ActButton of={name} act={rollOut(remote, seen)} />}
      {more.length > 0 && <Menu label="More" name={`More: ${name}`} items={more} />}
    </span>
  );
}

const FAILING: readonly OverviewLine['kind'][] = ['failing', 'some-fail', 'slow'];

/** The way out of what a line says, beside it: at three in the morning nobody looks for it. */
export function QuickAct({ line, overview }: { line: OverviewLine; overview: Overview }) {
  const { channel } = useConsole();
  const served = overview.channels.find((each) => each.channel === channel);
  const remote = served?.remotes.find(({ name }) => name === line.remote);
  if (!served || !remote || line.channel !== channel) return null;
  const { name, rollout, lastGood } = remote;
  if (line.kind === 'off') return <ActButton of={name} act={switchIt('on', remote, served.number)} />;
  if (!FAILING.includes(line.kind)) return null;
  if (rollout) return <ActButton of={name} variant="danger" act={changeRollout('abort', remote, served.number)} />;
  if (line.isRollout) return null;
  if (lastGood) {
    const label = `Roll back to ${shortId(lastGood)}`;
    return <ActButton of={name} variant="danger" label={label} act={rollBack(remote, served.number)} />;
  }
  return name === 'shell' ? null : (
    <ActButton of={name} variant="danger" act={switchIt('off', remote, served.number)} />
  );
}
