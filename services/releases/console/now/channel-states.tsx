import type { OverviewChannel, Plan } from '@redress/contracts/release-api';
import { useId } from 'react';
import { useConsole } from '../console-context.ts';
import { Instant } from '../instant.tsx';
import { shortId } from '../texts.ts';
import { nowTexts } from './now-texts.ts';
import styles from './now.module.css';

const what = ({ builds }: Plan) => builds.map(({ name, buildId }) => `${name} ${shortId(buildId)}`).join(', ');
const waits = ({ needsConfirmation, confirmedBy }: Plan) => needsConfirmation && confirmedBy === null;

/** What is to come on each channel, and which snapshot new loads get where. */
export function ChannelStates({ channels }: { channels: readonly OverviewChannel[] }) {
  const { times, linkTo } = useConsole();
  const id = useId();
  const isComing = channels.some(({ freeze, plans }) => freeze !== null || plans.length > 0);
  return (
    <>
      {isComing && (
        <section aria-labelledby={`${id}-coming`}>
          <h2 id={`${id}-coming`}>{nowTexts.coming}</h2>
          <ul className={styles['list']}>
            {channels.map(
              ({ channel, freeze }) =>
                freeze && (
                  <li key={channel}>
                    {nowTexts.freeze(channel, times.clock(freeze.until), freeze.reason, freeze.actor)}
                  </li>
                ),
            )}
            {channels.flatMap(({ channel, plans }) =>
              plans.map((plan) => (
                <li key={`${channel} ${plan.id}`}>
                  <a href={linkTo('plans')}>
                    {nowTexts.plan(channel, what(plan), plan.at === null ? null : times.clock(plan.at))}
                  </a>
                  {waits(plan) && `, ${nowTexts.waits}`}
                  <span className={styles['soft']}> {plan.actor}</span>
                </li>
              )),
            )}
          </ul>
        </section>
      )}
      <section aria-labelledby={`${id}-channels`}>
        <h2 id={`${id}-channels`}>{nowTexts.channels}</h2>
        <ul className={styles['list']}>
          {channels.map(({ channel, number, createdAt, served }) => (
            <li key={channel}>
              <strong>{channel}</strong>:{' '}
              {number === 0 ? (
                nowTexts.noSnapshot
              ) : (
                <>
                  {nowTexts.snapshot(number)}
                  {createdAt && (
                    <>
                      , <Instant at={createdAt} form="ago" />
                    </>
                  )}
                </>
              )}
              {served.sites.map((site) => (
                <span key={site.url} className={styles['soft']}>
                  ; {site.url} {site.number === null ? nowTexts.silent : nowTexts.serves(site.number)}
                </span>
              ))}
              {served.sites.length === 0 && served.number !== null && number > 0 && (
                <span className={styles['soft']}>; {nowTexts.serves(served.number)}</span>
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
