import { account } from '@redress/copy/account';
import { lateScreen } from '@redress/mf-runtime';
import { Route, Routes } from 'react-router-dom';
import { ActiveSessionsPage } from '../features/active-sessions/active-sessions-page.tsx';

const loading = <p role="status">{account.completed.loading}</p>;

const CompletedSessionsPage = lateScreen(
  () => import('../features/completed-sessions/completed-sessions-page.tsx').then((page) => page.CompletedSessionsPage),
  loading,
);
const OrdersPage = lateScreen(
  () => import('../features/orders/orders-page.tsx').then((page) => page.OrdersPage),
  loading,
);
const SettingsPage = lateScreen(
  () => import('../features/settings/settings-page.tsx').then((page) => page.SettingsPage),
  loading,
);

/** The signed-in pages of sessions, orders and settings; the dashboard comes first, the others when asked for. */
export function App() {
  return (
    <Routes>
      <Route path="/dashboard" element={<ActiveSessionsPage />} />
      <Route path="/completed-sessions" element={<CompletedSessionsPage />} />
      <Route path="/billing" element={<OrdersPage />} />
      <Route path="/settings" element={<SettingsPage />} />
    </Routes>
  );
}
