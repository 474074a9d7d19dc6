import type { Host } from '@redress/mf-runtime/host';
import { useGetAlertsQuery } from './account.api.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { REGIONS, region } from '../frame/regions.ts';
import { AlertPanel } from './alert-panel.tsx';
import { SideBar } from './side-bar.tsx';
import { TopBar } from './top-bar.tsx';
import { useSideBar } from './use-side-bar.ts';

interface AccountFrameProps {
  host: Pick<Host, 'snapshot' | 'subscribe'>;
  /** @returns false when the server could not be reached */
  onLogOut: () => Promise<boolean>;
}

/** The signed-in layout around whatever remote is in the outlet: sidebar, top bar, alerts. */
export function AccountFrame({ host, onLogOut }: AccountFrameProps) {
  const [menuIsOpen, setMenuIsOpen] = useState(false);
  const [alertsAreOpen, setAlertsAreOpen] = useState(false);
  const { data, isError, refetch } = useGetAlertsQuery();
  const { pathname } = useLocation();
  const entries = useSideBar(host);
  const alerts = data?.alerts ?? [];
  const closeMenu = useCallback(() => setMenuIsOpen(false), []);
  const closeAlerts = useCallback(() => setAlertsAreOpen(false), []);

  // What happened meanwhile (a letter was delivered, papers are ready) is shown with the next page; what was done in this
  // page invalidates the tag of the alerts.
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    setAlertsAreOpen(false);
    void refetch();
  }, [pathname, refetch]);

  return (
    <>
      {createPortal(
        <SideBar entries={entries} isOpen={menuIsOpen} onClose={closeMenu} onLogOut={onLogOut} />,
        region(REGIONS.accountSide),
      )}
      {createPortal(
        <TopBar
          alertCount={alerts.length}
          alertsAreOpen={alertsAreOpen}
          onAlerts={() => {
            if (!alertsAreOpen) void refetch();
            setAlertsAreOpen(!alertsAreOpen);
          }}
          onMenu={() => setMenuIsOpen(true)}
          menuIsOpen={menuIsOpen}
          onLogOut={onLogOut}
        />,
        region(REGIONS.accountTop),
      )}
      {alertsAreOpen && <AlertPanel alerts={alerts} hasFailed={isError} onClose={closeAlerts} />}
    </>
  );
}
