import { useSyncExternalStore } from 'react';
import { ForgotPasswordPage } from '../features/forgot-password/forgot-password-page.tsx';
import { LoginPage } from '../features/login/login-page.tsx';

const PAGES = [
  ['/login', LoginPage],
  ['/forgot-password', ForgotPasswordPage],
] as const;

let shown = LoginPage;
/** A slash may end the address. That of another page changes nothing: this remote is about to go. */
const pageAt = (path: string) => (shown = PAGES.find(([page]) => path.startsWith(page))?.[1] ?? shown);

const subscribe = (changed: () => void) => {
  addEventListener('popstate', changed);
  return () => removeEventListener('popstate', changed);
};

/**
 * The screens of sign-in. Two addresses without parameters need no router, which would be a tenth of what /login fetches.
 * @param props.route - where there is no address yet: at build time
 */
export function App({ route }: { route?: string }) {
  const page = () => pageAt(route ?? location.pathname);
  const Page = useSyncExternalStore(subscribe, page, page);
  return <Page />;
}
