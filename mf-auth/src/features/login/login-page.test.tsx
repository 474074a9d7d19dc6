import { aUser, axeViolations, renderApp } from '@redress/testing';
import { screen, waitFor } from '@testing-library/react';
import { calls } from '../../shared/ask.ts';
import { LoginPage } from './login-page.tsx';

const signedIn = { checkAuth: { isAuthenticated: true }, viewUserData: { user_data: aUser() } };
const fill = async (user: ReturnType<typeof renderApp>['user']) => {
  await user.type(screen.getByLabelText('E-mail'), 'zoe@example.com');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.dblClick(screen.getByRole('button', { name: 'Log in' }));
};
afterEach(() => history.replaceState(null, '', '/'));

it('signs in once however often it is pressed, and goes to the dashboard', async () => {
  const { user, visited, server } = renderApp(<LoginPage />, {
    calls: { login: { action: 'signed_in', requires_verification: false }, ...signedIn },
  });
  await fill(user);
  await waitFor(() => expect(visited).toEqual(['/dashboard']));
  expect(server.requests.filter(({ call }) => call === 'login')).toHaveLength(1);
});

it.each([
  ['/settings', '/settings'],
  ['/api/case/hearing?form_session_id=a', '/api/case/hearing?form_session_id=a'],
  ['//evil.example/x', '/dashboard'],
  ['https://evil.example', '/dashboard'],
])('comes back to %s as %s', async (wanted, expected) => {
  history.replaceState(null, '', `/login?${new URLSearchParams({ return: wanted })}`);
  const { user, visited } = renderApp(<LoginPage />, {
    calls: { login: { action: 'signed_in', requires_verification: false }, ...signedIn },
  });
  await fill(user);
  await waitFor(() => expect(visited).toEqual([expected]));
});

it("shows the server's refusal in a summary and keeps what was typed", async () => {
  const { user, container } = renderApp(<LoginPage />, {
    calls: { login: { refuse: 'LOGIN_FAILED', message: 'That e-mail and password do not match.' } },
  });
  await fill(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('That e-mail and password do not match.');
  expect(screen.getByLabelText('Password')).toHaveValue('correct horse');
  expect(await axeViolations(container)).toEqual([]);
});

it('shows its own sentence when the file with its calls does not come, or the server, and asks again when pressed', async () => {
  const { user, server } = renderApp(<LoginPage />, { calls: { login: 'offline' } });
  jest.spyOn(calls, 'load').mockRejectedValueOnce(new Error('no such file'));
  await fill(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred during login');
  expect(server.requests.some(({ call }) => call === 'login')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(server.requests.some(({ call }) => call === 'login')).toBe(true));
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred during login');
});

it('asks for the code of an account that is not verified, and says when another could not be requested', async () => {
  const { user } = renderApp(<LoginPage />, {
    calls: { login: { action: 'requires_verification', requires_verification: true }, resendCode: 'offline' },
  });
  await fill(user);
  expect(await screen.findByRole('heading', { name: 'Email Verification' })).toBeInTheDocument();
  expect(screen.getByText('No e-mail yet?')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Resend' }));
  expect(await screen.findByText('An error occurred while resending the code')).toBeInTheDocument();
});

it('leads from Sign up to the account gate of the wizard', async () => {
  const { user, store, visited } = renderApp(<LoginPage />);
  await user.click(screen.getByRole('button', { name: 'Sign up' }));
  expect(store.getState().wizard).toMatchObject({ step: 1, subStep: 3 });
  expect(visited).toEqual(['/?step=1.3']);
});
