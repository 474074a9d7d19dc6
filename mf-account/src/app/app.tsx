import { account } from '@redress/copy/account';
import { lateScreen } from '@redress/mf-runtime';
import { Route, Routes } from 'react-router-dom';
import { DraftsPage } from '../features/drafts/drafts-page.tsx';

const loading = <p role="status">{account.completed.loading}</p>;

const CompletedClaimsPage = lateScreen(
  () => import('../features/completed-claims/completed-claims-page.tsx').then((page) => page.CompletedClaimsPage),
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

const LATE_PAGES = { '/completed-sessions': CompletedClaimsPage, '/billing': OrdersPage, '/settings': SettingsPage };

/** The signed-in pages of drafts, paid claims, orders and settings; the dashboard comes first, the others when asked for. */
export function App() {
  return (
    <Routes>
      <Route path="/dashboard" element={<DraftsPage />} />
      {Object.entries(LATE_PAGES).map(([path, Page]) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
    </Routes>
  );
}

/** Fetches the page of this address. */
export const prepare = () =>
  Promise.all(Object.entries(LATE_PAGES).map(([path, page]) => path === location.pathname && page.load?.()));
