import type { Followed } from '@redress/contracts/release-api';
import { useCallback, useState } from 'react';
import { useConsole } from '../console-context.ts';
import { Bullets } from '../parts.tsx';
import { useLoaded } from '../use-loaded.ts';
import styles from '../console.module.css';

const EVERY_MS = 2_000;
/** Once all is done it is asked seldom: somebody may look at it for long. */
const SELDOM_MS = 30_000;

interface Place {
  name: string;
  number: number | null;
  since: string | null;
}

const placesOf = ({ served }: Followed): Place[] => [
  ...(served.number === null ? [] : [{ name: 'Here', number: served.number, since: served.since ?? null }]),
  ...served.sites.map(({ url, number, since = null }) => ({ name: url, number, since })),
];

/** What became of an act: who serves it since when, and how many sessions have followed. Live until it is closed. */
export function Proof({ number }: { number: number }) {
  const { api, channel, times } = useConsole();
  const load = useCallback(() => api('followed', { channel, number }), [api, channel, number]);
  const [isAll, setAll] = useState(false);
  const { data } = useLoaded(load, isAll ? SELDOM_MS : EVERY_MS);
  if (data && isEverywhere(data) !== isAll) setAll(!isAll);
  return (
    <section className={styles['section']} aria-label="Since the act">
      {data ? (
        <>
          <Bullets
            of={[
              ...placesOf(data).map((place) => sentenceOf(place, number, times.second)),
              ...(placesOf(data).length === 0 ? [`The release service knows of no site that serves ${channel}.`] : []),
              ...data.sessions.map(
                ({ remote, ran, followed }) =>
                  `${remote}: ${
                    ran === 0
                      ? 'no session reported the build before in the half hour until then.'
                      : `${followed} of ${ran} sessions have followed.`
                  }`,
              ),
            ]}
          />
          {data.sessions.length > 0 && (
            <p className={styles['soft']}>
              Counted from reports that tabs send anyway: one that is closed, asleep or on another page reports nothing.
            </p>
          )}
        </>
      ) : (
        <p role="status">Asking who serves it.</p>
      )}
    </section>
  );
}

const isEverywhere = (data: Followed): boolean =>
  placesOf(data).every((place) => (place.number ?? 0) >= data.number) &&
  data.sessions.every(({ ran, followed }) => followed >= ran);

function sentenceOf({ name, number: serves, since }: Place, wanted: number, second: (iso: string) => string): string {
  if (serves === null) return `${name}: does not answer.`;
  if (serves < wanted) return `${name}: new loads still get snapshot ${serves}.`;
  const at = since ? ` since ${second(since)}` : '';
  const later = serves > wanted ? ` (snapshot ${serves} by now)` : '';
  return `${name}: new loads get it${at}${later}.`;
}
