import { startApi } from '@redress/api-client';
import { installFakeServer } from '@redress/api-client/fakes';
import { resetStore } from '@redress/session-store';
import { openPopupSignIn, SIGN_IN_CHANNEL } from './popup-sign-in.ts';

let popup: { closed: boolean };
let server: ReturnType<typeof installFakeServer>;
const listener = () => ({ onOutcome: jest.fn(), onClosed: jest.fn() });
const called = (fn: jest.Mock) => new Promise<void>((resolve) => fn.mockImplementation(() => resolve()));
const post = (data: unknown, origin = location.origin) =>
  window.dispatchEvent(new MessageEvent('message', { data, origin }));

beforeEach(() => {
  jest.useFakeTimers();
  resetStore();
  startApi();
  server = installFakeServer({ checkAuth: { isAuthenticated: false } });
  popup = { closed: false };
  window.open = jest.fn(() => popup as Window);
});
afterEach(() => {
  server.restore();
  jest.useRealTimers();
});

it('opens a window of 500 by 600 and accepts success from our own origin only', () => {
  const received = listener();
  openPopupSignIn(received);
  expect(window.open).toHaveBeenCalledWith(
    '/api/google/redirect.php',
    'redress-sign-in',
    expect.stringContaining('width=500,height=600'),
  );
  post('google-login-success', 'https://evil.example');
  post({ type: 'something-else' });
  expect(received.onOutcome).not.toHaveBeenCalled();
  post('google-login-success');
  post('google-login-success');
  expect(received.onOutcome).toHaveBeenCalledTimes(1);
  expect(received.onOutcome).toHaveBeenCalledWith('success');
});

it('does not take a closed window for a cancel when the server says signed in', async () => {
  const received = listener();
  openPopupSignIn(received);
  server.use({ checkAuth: { isAuthenticated: true } });
  popup.closed = true;
  const outcome = called(received.onOutcome);
  await jest.advanceTimersByTimeAsync(1_500);
  await outcome;
  expect(received.onOutcome).toHaveBeenCalledWith('success');
  expect(received.onClosed).not.toHaveBeenCalled();
});

it('says that the window was closed, and still counts a success that arrives on the channel later', async () => {
  const received = listener();
  openPopupSignIn(received);
  popup.closed = true;
  const closed = called(received.onClosed);
  await jest.advanceTimersByTimeAsync(1_500);
  await closed;
  jest.useRealTimers();
  const other = new BroadcastChannel(SIGN_IN_CHANNEL);
  const arrived = called(received.onOutcome);
  other.postMessage('google-login-success');
  await arrived;
  other.close();
  expect(received.onOutcome).toHaveBeenCalledWith('success');
  expect(received.onClosed).toHaveBeenCalledTimes(1);
});

it('answers null when the browser blocks the window', () => {
  window.open = jest.fn(() => null);
  expect(openPopupSignIn(listener())).toBeNull();
});
