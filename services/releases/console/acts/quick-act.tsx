import type { Overview, OverviewLine } from '@redress/contracts/release-api';
import { Button } from '@redress/ui';
import { useConsole } from '../console-context.ts';
import { shortId } from '../texts.ts';
import { actTexts } from './act-texts.ts';
import { useActs } from './wanted-act.ts';

const FAILING: readonly OverviewLine['kind'][] = ['failing', 'some-fail', 'slow'];

/** The way out of what a line says, beside it: at three in the morning nobody looks for it. */
export function QuickAct({ line, overview }: { line: OverviewLine; overview: Overview }) {
  const { channel } = useConsole();
  const { open } = useActs();
  const served = overview.channels.find((each) => each.channel === channel);
  const remote = served?.remotes.find(({ name }) => name === line.remote);
  if (!served || !remote || line.channel !== channel) return null;
  const button = (kind: 'abort' | 'rollBack' | 'off' | 'on', label: string) => (
    <Button
      size="small"
      variant={kind === 'on' ? 'secondary' : 'danger'}
      aria-label={`${label}: ${remote.name}`}
      onClick={() => open({ kind, remote, seen: served.number })}
    >
      {label}
    </Button>
  );
  if (line.kind === 'off') return button('on', actTexts.switchOn);
  if (!FAILING.includes(line.kind)) return null;
  if (remote.rollout) return button('abort', actTexts.rollouts.abort);
  if (line.isRollout) return null;
  if (remote.lastGood) return button('rollBack', actTexts.rollBackToBuild(shortId(remote.lastGood)));
  return remote.name === 'shell' ? null : button('off', actTexts.switchOff);
}
