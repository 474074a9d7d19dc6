import type { Plan } from '@redress/contracts/release-api';
import { useConsole } from '../console-context.ts';
import { shortId } from '../texts.ts';
import { ActForm } from './act-form.tsx';
import type { ActProps } from './act-props.ts';
import { actTexts } from './act-texts.ts';
import type { ActRequest } from './use-dry-run.ts';

function requestOf({ builds, rollout, override }: Plan): ActRequest {
  const [first] = builds;
  if (rollout && first) {
    const { percent, next, cohorts } = rollout;
    return {
      call: 'rollOut',
      remote: first.name,
      build: first.buildId,
      percent,
      next: next ?? undefined,
      cohorts,
      evenIfBad: true,
      override,
    };
  }
  return {
    call: 'promote',
    builds: builds.map(({ name, buildId }) => ({ name, build: buildId, evenIfBad: true })),
    override,
  };
}

/** What another person has planned, as it would be done now: that is what is agreed to. */
export function ConfirmAct({ plan, ...form }: ActProps & { plan: Plan }) {
  const { api, channel, times } = useConsole();
  const confirm = async () => {
    const { state, number } = await api('confirm', { channel, id: plan.id });
    const isDone = state === 'done';
    const text = `Promotion ${plan.id} is confirmed${isDone ? ' and done' : ''}.`;
    return { text, number: isDone ? number : null };
  };
  return (
    <ActForm
      {...form}
      title={`${actTexts.confirm} promotion ${plan.id}`}
      action={actTexts.confirm}
      request={requestOf(plan)}
      readyReasons={[]}
      hasNoReason
      outcomes={{ waits: plan.at ? actTexts.confirmedAt(times.instant(plan.at)) : actTexts.confirmed }}
      perform={confirm}
      describe={() => ''}
    >
      <p>
        {plan.person ?? plan.actor} asks for{' '}
        {plan.builds.map(({ name, buildId }) => `${name} ${shortId(buildId)}`).join(', ')}
        {plan.reason && `: ${plan.reason}`}
      </p>
      {plan.override && <p>{actTexts.planOverrides}</p>}
    </ActForm>
  );
}
