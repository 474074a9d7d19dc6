import { followSignInDocument } from './sign-in-document.ts';

const aDocument = (screen: string, address: string) => {
  document.body.innerHTML = `<div id="redress-outlet">${screen}</div>`;
  history.replaceState(null, '', address);
};
const SIGN_IN = '<div data-remote="mf-auth" data-screen="/login"></div>';
afterEach(() => {
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});

it.each([
  ['a guarded page that came as the sign-in page', SIGN_IN, '/billing?page=2', '/login?return=%2Fbilling%3Fpage%3D2'],
  ['the sign-in page itself', SIGN_IN, '/login?return=%2F', '/login?return=%2F'],
  ['any other page', '<div data-remote="mf-wizard" data-screen="/"></div>', '/?step=1.1', '/?step=1.1'],
  ['a page without a first screen', '', '/dashboard', '/dashboard'],
])('%s has the address of what it shows', (_what, screen, asked, expected) => {
  aDocument(screen, asked);
  followSignInDocument();
  expect(location.pathname + location.search).toBe(expected);
});
