import type { Person } from '@redress/contracts/release-api';
import { Button, Notice, PageHeading } from '@redress/ui';
import { Select } from '@redress/ui/controls';
import { Tabs } from '@redress/ui/data';
import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import type { ReleaseCall } from '@redress/release-client';
import { ActsProvider } from './acts/acts-provider.tsx';
import { addressOf, useAddress } from './address.ts';
import { ConsoleContext, type ConsoleState } from './console-context.ts';
import styles from './console.module.css';
import { useKeptFocus } from './kept-focus.ts';
import { useLive } from './live.ts';
import { texts } from './texts.ts';
import { storedZone, storeZone, timesIn } from './times.ts';
import { useLoaded } from './use-loaded.ts';
import { VIEWS } from './views.ts';

const FIRST_CHANNEL = 'production';

/** What stands around every view: who, which channel, which zone, whether it is live, and the tabs. */
export function Frame({ api, person, onLeave }: { api: ReleaseCall; person: Person; onLeave: () => void }) {
  const { aheadMs } = useLive();
  const [zone, setZone] = useState(storedZone);
  const address = useAddress();
  const { data: channels } = useLoaded(useCallback(() => api('channels', {}), [api]));
  const channel = address.channel ?? FIRST_CHANNEL;
  const current = VIEWS.find(({ key }) => key === address.view) ?? VIEWS[0];

  useEffect(() => {
    document.title = [address.item, current?.label, texts.title].filter(Boolean).join(' · ');
  }, [address.item, current]);

  const state = useMemo<ConsoleState>(
    () => ({
      api,
      person,
      channel,
      channels: channels ?? [channel],
      times: timesIn(zone, aheadMs),
      linkTo: (view, item) =>
        addressOf({ view, item: item ?? null, channel: channel === FIRST_CHANNEL ? null : channel }),
    }),
    [api, person, channel, channels, zone, aheadMs],
  );
  const go = useCallback((view: string, item: string | null, to: string) => {
    location.hash = addressOf({ view, item, channel: to === FIRST_CHANNEL ? null : to });
  }, []);
  useKeptFocus('#views');
  return (
    <ConsoleContext value={state}>
      <div className={styles['page']}>
        <header className={styles['head']}>
          <PageHeading>{texts.title}</PageHeading>
          <Choice
            label={texts.channel}
            value={channel}
            options={state.channels.map((name) => ({ value: name, label: name }))}
            onChoose={(name) => go(current?.key ?? '', address.item, name)}
          />
          <Choice
            label={texts.timesIn}
            value={zone}
            options={[
              { value: 'local', label: Intl.DateTimeFormat().resolvedOptions().timeZone },
              { value: 'utc', label: 'UTC' },
            ]}
            onChoose={(chosen) => {
              const next = chosen === 'utc' ? 'utc' : 'local';
              storeZone(next);
              setZone(next);
            }}
          />
          <div className={styles['who']}>
            {person.person ?? person.name}
            <Button variant="quiet" size="small" onClick={onLeave}>
              {texts.leave}
            </Button>
          </div>
        </header>
        <Cut state={state} />
        <main id="views" tabIndex={-1}>
          <ActsProvider key={channel}>
            <Tabs
              label={texts.title}
              selected={current?.key ?? ''}
              onSelect={(key) => go(key, null, channel)}
              tabs={VIEWS.map(({ key, label, component: Component, page: Page }) => ({
                key,
                label,
                content:
                  Page && address.item !== null ? (
                    <Page key={`${channel} ${address.item}`} item={address.item} />
                  ) : (
                    <Component key={channel} item={address.item} />
                  ),
              }))}
            />
          </ActsProvider>
        </main>
      </div>
    </ConsoleContext>
  );
}

/** Says since when nothing was heard of the service: what is on the screen is of then. */
function Cut({ state: { times } }: { state: ConsoleState }) {
  const { cutAt, why, aheadMs } = useLive();
  if (cutAt === null) return null;
  const at = new Date(cutAt + aheadMs).toISOString();
  return (
    <Notice tone="warning" live>
      {texts.notLive(times.clock(at), navigator.onLine ? why : texts.offline)}
    </Notice>
  );
}

function Choice({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className={styles['choice']}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} onChange={(event) => onChoose(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </div>
  );
}
