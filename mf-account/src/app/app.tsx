import { account } from '@redress/copy/account';
import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { ActiveSessionsPage } from '../features/active-sessions/active-sessions-page.tsx';

const CompletedSessionsPage = lazy(() =>
  import('../features/completed-sessions/completed-sessions-page.tsx').then((page) => ({
    default: page.CompletedSessionsPage,
  })),
);
const OrdersPage = lazy(() =>
  import('../features/orders/orders-page.tsx').then((page) => ({ default: page.OrdersPage })),
);
const SettingsPage = lazy(() =>
  import('../features/settings/settings-page.tsx').then((page) => ({ default: page.SettingsPage })),
);

/** The signed-in pages of sessions, orders and settings; the dashboard comes first, the others when asked for. */
export function App() {
  return (
    <Suspense fallback={<p role="status">{account.completed.loading}</p>}>
      <Routes>
        <Route path="/dashboard" element={<ActiveSessionsPage />} />
        <Route path="/completed-sessions" element={<CompletedSessionsPage />} />
        <Route path="/billing" element={<OrdersPage />} />
        <Route path="/settings" element={<SettingsPage />} />
      </Routes>
    </Suspense>
  );
}
