import type { Person } from '@redress/contracts/release-api';
import type { ReleaseCall } from '@redress/release-client';
import { Button, Notice, PageHeading } from '@redress/ui';
import { Tabs } from '@redress/ui/data';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { ActsProvider } from './acts/acts-provider.tsx';
import { addressOf, useAddress } from './address.ts';
import { ConsoleContext, useConsole, type ConsoleState } from './console-context.ts';
import styles from './console.module.css';
import { ChoiceField } from './fields.tsx';
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
  }, [address, current]);

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
          <div className={styles['who']}>
            {person.person ?? person.name}
            {person.role === 'reader' && ', reads only'}
            <Button variant="quiet" size="small" onClick={onLeave}>
              {texts.leave}
            </Button>
          </div>
          <ChoiceField
            isInLine
            label="Channel"
            value={channel}
            options={state.channels.map((name) => ({ value: name, label: name }))}
            onChange={(name) => go(current?.key ?? '', address.item, name)}
          />
          <ChoiceField
            isInLine
            label="Times in"
            value={zone}
            options={[
              { value: 'local', label: Intl.DateTimeFormat().resolvedOptions().timeZone },
              { value: 'utc', label: 'UTC' },
            ]}
            onChange={(chosen) => {
              const next = chosen === 'utc' ? 'utc' : 'local';
              storeZone(next);
              setZone(next);
            }}
          />
        </header>
        <Cut state={state} />
        <main id="views" tabIndex={-1}>
          <ActsProvider key={channel} view={current?.key ?? ''}>
            <Views view={current?.key ?? ''} item={address.item} onSelect={(key) => go(key, null, channel)} />
          </ActsProvider>
        </main>
      </div>
    </ConsoleContext>
  );
}

function Views({ view, item, onSelect }: { view: string; item: string | null; onSelect: (key: string) => void }) {
  const { channel } = useConsole();
  return (
    <Tabs
      label={texts.title}
      selected={view}
      onSelect={onSelect}
      tabs={VIEWS.map(({ key, label, component: Component, page: Page }) => ({
        key,
        label,
        content:
          Page && item !== null ? (
            <Page key={`${channel} ${item}`} item={item} />
          ) : (
            <Component key={channel} item={item} />
          ),
      }))}
    />
  );
}

/** Says since when nothing was heard of the service: what is on the screen is of then. */
function Cut({ state: { times } }: { state: ConsoleState }) {
  const { cutAt, why, isOther, aheadMs } = useLive();
  if (cutAt === null) return null;
  const at = new Date(cutAt + aheadMs).toISOString();
  return (
    <Notice tone="warning" live actions={isOther && <Button onClick={() => location.reload()}>Reload</Button>}>
      Not live since {times.clock(at)}. {navigator.onLine ? why : 'This device is not connected.'} What is shown is of
      then.
    </Notice>
  );
}
