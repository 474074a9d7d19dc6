import type { RemoteStatus } from '@redress/contracts/release-api';
import { Button } from '@redress/ui';
import { Menu } from '@redress/ui/data';
import styles from './acts.module.css';
import { actTexts } from './act-texts.ts';
import { useActs, type WantedAct } from './wanted-act.ts';

type Kind = Extract<WantedAct, { remote: RemoteStatus }>['kind'];

/** Everything that can be done with a remote. @param props.seen - number of the snapshot on the screen */
export function ActButtons({ remote, seen }: { remote: RemoteStatus; seen: number }) {
  const { open } = useActs();
  const { name, off, rollout, lastGood } = remote;
  const button = (kind: Kind, label: string) => (
    <Button
      size="small"
      variant="secondary"
      aria-label={`${label}: ${name}`}
      onClick={() => open({ kind, remote, seen })}
    >
      {label}
    </Button>
  );
  const isRemote = name !== 'shell';
  const canRollOut = off === null && rollout === null;
  return (
    <span className={styles['buttons']}>
      {(lastGood ?? rollout) && button('rollBack', actTexts.rollBack)}
      {button('promote', actTexts.serve)}
      {isRemote && button(off ? 'on' : 'off', off ? actTexts.switchOn : actTexts.switchOff)}
      {canRollOut && !isRemote && button('rollOut', actTexts.rollOut)}
      {isRemote && (
        <Menu
          label={actTexts.more}
          name={`${actTexts.more}: ${name}`}
          items={[
            ...(canRollOut
              ? [{ key: 'rollOut', label: actTexts.rollOut, onPress: () => open({ kind: 'rollOut', remote, seen }) }]
              : []),
            { key: 'rename', label: actTexts.rename, onPress: () => open({ kind: 'rename', remote, seen }) },
            {
              key: 'retire',
              label: actTexts.retire,
              onPress: () => open({ kind: 'retire', remote, seen }),
              danger: true,
            },
          ]}
        />
      )}
    </span>
  );
}
