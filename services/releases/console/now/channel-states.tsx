import type { OverviewChannel, Plan } from '@redress/contracts/release-api';
import { useId } from 'react';
import { useConsole } from '../console-context.ts';
import { whatOf } from '../acts/coming-acts.ts';
import { Bullets, Instant } from '../parts.tsx';
import frame from '../console.module.css';

const waits = ({ needsConfirmation, confirmedBy }: Plan) => needsConfirmation && confirmedBy === null;

function newLoadsOf(number: number, { sites, number: here }: OverviewChannel['served']): string {
  const told = sites.map(
    ({ url, number: serves }) => `; ${url} ${serves === null ? 'does not answer' : `new loads get ${serves}`}`,
  );
  return sites.length > 0 || here === null || number === 0 ? told.join('') : `; new loads get ${here}`;
}

/** What is to come on each channel, and which snapshot new loads get where. */
export function ChannelStates({ channels }: { channels: readonly OverviewChannel[] }) {
  const { times, linkTo } = useConsole();
  const id = useId();
  const isComing = channels.some(({ freeze, plans }) => freeze !== null || plans.length > 0);
  return (
    <>
      {isComing && (
        <section aria-labelledby={`${id}-coming`}>
          <h2 id={`${id}-coming`}>To come</h2>
          <Bullets
            of={channels.flatMap(({ channel, freeze, plans }) => [
              ...(freeze
                ? [`No promotion to ${channel} until ${times.clock(freeze.until)}: ${freeze.reason} (${freeze.actor})`]
                : []),
              ...plans.map((plan) => (
                <>
                  <a href={linkTo('coming')}>
                    {whatOf(plan)} to {channel}
                    {plan.at !== null && ` at ${times.clock(plan.at)}`}
                  </a>
                  {waits(plan) && ', waits for a second person'}
                  <span className={frame['soft']}> {plan.actor}</span>
                </>
              )),
            ])}
          />
        </section>
      )}
      <section aria-labelledby={`${id}-channels`}>
        <h2 id={`${id}-channels`}>Channels</h2>
        <Bullets
          of={channels.map(({ channel, number, createdAt, served }) => (
            <>
              <strong>{channel}</strong>: {number === 0 ? 'nothing released yet' : `snapshot ${number}, `}
              {createdAt && <Instant at={createdAt} form="ago" />}
              <span className={frame['soft']}>{newLoadsOf(number, served)}</span>
            </>
          ))}
        />
      </section>
    </>
  );
}
