import { queryError } from '@redress/api-client';
import type { AnswerOf, letterTracking } from '@redress/contracts';
import { dateAndTime, longDay } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { status } from '@redress/copy/status';
import { LoadError, Notice, Skeleton } from '@redress/ui';
import { LetterRoute, type RouteStop } from '@redress/ui/charts';
import { Timeline } from '@redress/ui/letter';
import { NextActs } from './after-mailing.tsx';
import { useTrackingQuery } from '../../shared/letters.api.ts';
import { ProofOfMailing } from '../../shared/proof-of-mailing.tsx';
import shared from '../../shared/screen.module.css';
import styles from './demand-letters.module.css';

type Mailing = AnswerOf<typeof letterTracking>['mailings'][number];

type Stage = NonNullable<Mailing['events'][number]['stage']>;
type Place = Pick<Mailing, 'events' | 'problem' | 'status'>;

const ON_THE_WAY: readonly Stage[] = ['in_transit', 'in_local_area', 'out_for_delivery'];

/** A claims service from before events had a stage sends where the letter stands, and nothing of how it got there. */
const wasSeen = ({ events, status: standing }: Place, stages: readonly Stage[]) =>
  events.some(({ stage }) => stages.some((wanted) => wanted === (stage ?? standing)));

const isDelivered = (mailing: Place) => !mailing.problem && wasSeen(mailing, ['delivered']);

/** Ways that do not end at the door. */
const END_OF_WAY: Readonly<Record<string, string>> = {
  refused: status.mail.refused,
  unclaimed: status.mail.unclaimed,
  returned: status.mail.returned,
  undeliverable: status.mail.undeliverable,
};

/** How far one letter is on the four stops that people ask for. */
export function routeOf(mailing: Pick<Mailing, 'posted_at' | 'events' | 'problem' | 'status'>): RouteStop[] {
  const { approved, handedOver, posted, inTransit, delivered } = letters.timeline;
  const hasArrived = isDelivered(mailing);
  const reached = hasArrived ? 4 : wasSeen(mailing, ON_THE_WAY) ? 3 : mailing.posted_at ? 2 : 1;
  const ends = mailing.problem ? END_OF_WAY[mailing.status] : undefined;
  // Until the carrier has scanned it, only the printer has it.
  return [approved, mailing.events.length > 0 ? posted : handedOver, inTransit, ends ?? delivered].map(
    (label, index) => ({
      key: label,
      label,
      state: stateOfStop(index, {
        reached,
        isDelivered: hasArrived,
        hasProblem: mailing.problem !== null,
        hasEnded: Boolean(ends),
      }),
    }),
  );
}

/** `reached`: stops, counted from one. `hasEnded`: it will not be delivered any more, and the last stop says what became of it. */
type Way = { reached: number } & Record<'isDelivered' | 'hasProblem' | 'hasEnded', boolean>;

function stateOfStop(index: number, { reached, isDelivered, hasProblem, hasEnded }: Way): RouteStop['state'] {
  if (hasEnded) return index === 3 ? 'problem' : index < reached ? 'done' : 'upcoming';
  if (index < reached - 1 || (isDelivered && index === 3)) return 'done';
  if (index > reached - 1) return 'upcoming';
  return hasProblem ? 'problem' : 'current';
}

/** Where each certified letter of a demand is: a route to look at, the carrier's events in plain words, what to do next. */
export function Tracking({ demandId, ...about }: { demandId: string; claimId: string; onView: () => void }) {
  const { data, error, refetch, isFetching } = useTrackingQuery({ demand_id: demandId });
  if (error && !data) {
    return <LoadError {...queryError(error, letters.lists)} onRetry={() => void refetch()} busy={isFetching} />;
  }
  if (!data) return <Skeleton shape="block" />;
  if (data.mailings.length === 0) return <p className={shared['soft']}>{letters.timeline.noTracking}</p>;
  return (
    <>
      {data.mailings.map((mailing) => (
        <OneMailing key={mailing.id} mailing={mailing} {...about} />
      ))}
      {data.mailings.some(({ has_proof }) => has_proof) && <ProofOfMailing demandId={demandId} />}
    </>
  );
}

function OneMailing({ mailing, ...about }: { mailing: Mailing; claimId: string; onView: () => void }) {
  const { timeline } = letters;
  return (
    <section className={styles['mailing']} aria-label={timeline.recipient(mailing.recipient)}>
      <h3>{timeline.recipient(mailing.recipient)}</h3>
      {mailing.tracking_number ? (
        <p className={shared['soft']}>
          {timeline.tracking(mailing.tracking_number)}
          {mailing.expected_delivery && ` · ${timeline.expected(longDay(mailing.expected_delivery))}`}
        </p>
      ) : (
        <p className={shared['soft']}>{timeline.noTracking}</p>
      )}
      <LetterRoute label={timeline.heading} stops={routeOf(mailing)} />
      {mailing.problem && (
        <Notice tone="warning" title={mailing.problem.sentence}>
          {mailing.problem.next_step}
          <NextActs acts={mailing.next_acts ?? []} {...about} />
        </Notice>
      )}
      {mailing.events.length > 0 && (
        <Timeline
          label={timeline.heading}
          stateText={timeline.states}
          entries={mailing.events.map((event, index) => ({
            key: `${event.at}${event.name}`,
            title: event.name,
            when: dateAndTime(event.at, mailing.time_zone),
            dateTime: event.at,
            text: (
              <>
                {event.sentence}
                {event.location && ` (${event.location})`}
                {event.next_step && (
                  <>
                    {' '}
                    <strong>{timeline.nextStep}:</strong> {event.next_step}
                  </>
                )}
              </>
            ),
            // Newest first: the first one is where it is now.
            state: index > 0 ? 'done' : mailing.problem ? 'problem' : isDelivered(mailing) ? 'done' : 'current',
          }))}
        />
      )}
    </section>
  );
}
