import { useState, useSyncExternalStore } from 'react';
import { ForgotPasswordPage } from '../features/forgot-password/forgot-password-page.tsx';
import { LoginPage } from '../features/login/login-page.tsx';

const PAGES = new Map([
  ['/login', LoginPage],
  ['/forgot-password', ForgotPasswordPage],
]);

const here = () => location.pathname;
const pageAt = (path: string) => PAGES.get(path.replace(/\/+$/u, ''));

const subscribe = (changed: () => void) => {
  addEventListener('popstate', changed);
  return () => removeEventListener('popstate', changed);
};

/**
 * The screens of sign-in. Two addresses without parameters need no router, which would be a tenth of what /login fetches.
 * @param props.route - where there is no address yet: at build time
 */
export function App({ route }: { route?: string }) {
  const path = useSyncExternalStore(subscribe, here, () => route ?? here());
  const [shown, setShown] = useState(() => LoginPage);
  // The address of another page changes nothing: this remote is about to go.
  const Page = pageAt(path) ?? shown;
  if (Page !== shown) setShown(() => Page);
  return <Page />;
}
