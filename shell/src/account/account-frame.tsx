import { useGetAlertsQuery } from './account.api.ts';
import { useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { REGIONS, region } from '../frame/regions.ts';
import { AlertPanel } from './alert-panel.tsx';
import { SideBar } from './side-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** The signed-in layout around whatever remote is in the outlet: sidebar, top bar, alerts. */
export function AccountFrame({ onLogOut }: { onLogOut: () => Promise<boolean> }) {
  const [menuIsOpen, setMenuIsOpen] = useState(false);
  const [alertsAreOpen, setAlertsAreOpen] = useState(false);
  const { data, isError } = useGetAlertsQuery();
  const alerts = data?.alerts ?? [];
  const closeMenu = useCallback(() => setMenuIsOpen(false), []);
  const closeAlerts = useCallback(() => setAlertsAreOpen(false), []);

  return (
    <>
      {createPortal(
        <SideBar isOpen={menuIsOpen} onClose={closeMenu} onLogOut={onLogOut} />,
        region(REGIONS.accountSide),
      )}
      {createPortal(
        <TopBar
          alertCount={alerts.length}
          alertsAreOpen={alertsAreOpen}
          onAlerts={() => setAlertsAreOpen((open) => !open)}
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
