import { aUser, axeViolations, renderApp } from '@redress/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getStore, sessionEnded } from '@redress/session-store';
import { useState, type ReactNode } from 'react';
import { AccountGate } from './account-gate.tsx';

const user = aUser();
const signedIn = { checkAuth: { isAuthenticated: true }, viewUserData: { user_data: user } };
const noCode = { checkSessionCode: { has_code: false }, checkEmail: { user_exists: false } };
const draw = (calls = {}, person?: typeof user) => {
  const onDone = jest.fn();
  const onClose = jest.fn();
  const rendered = renderApp(<AccountGate onDone={onDone} onClose={onClose} />, {
    calls: { ...noCode, ...calls },
    ...(person ? { user: person } : {}),
  });
  return { ...rendered, onDone, onClose };
};
const fill = async ({ user: actor }: ReturnType<typeof draw>, email: string, password: string) => {
  await actor.type(screen.getByLabelText('E-mail'), email);
  await actor.type(screen.getByLabelText('Password'), password);
};

it('registers, asks for the mailed code, and goes on when it is right', async () => {
  const page = draw({
    register: { action: 'requires_verification', requires_verification: true, skip_verification: false },
    verifyEmail: { message: '' },
    ...signedIn,
  });
  await fill(page, 'zoe@example.com', 'correct horse');
  await page.user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(await screen.findByRole('dialog', { name: 'Email Verification' })).toBeInTheDocument();
  await page.user.type(screen.getByLabelText('Verification code'), '123456');
  await page.user.click(screen.getByRole('button', { name: 'Verify' }));
  await waitFor(() => expect(page.onDone).toHaveBeenCalledTimes(1));
  expect(page.server.requests.find(({ call }) => call === 'verifyEmail')?.request).toMatchObject({
    email: 'zoe@example.com',
    verification_code: '123456',
  });
});

it('says beside the code that it was wrong, keeps it, and can be asked for another', async () => {
  const page = draw({
    register: { action: 'requires_verification', requires_verification: true },
    verifyEmail: { refuse: 'CODE_WRONG', message: 'That code does not match.' },
  });
  await fill(page, 'zoe@example.com', 'correct horse');
  await page.user.click(screen.getByRole('button', { name: 'Create account' }));
  const code = await screen.findByLabelText('Verification code');
  await page.user.type(code, '000000');
  await page.user.click(screen.getByRole('button', { name: 'Verify' }));
  await waitFor(() => expect(code).toHaveAccessibleDescription(/That code does not match/));
  expect(code).toHaveValue('000000');
  await page.user.click(screen.getByRole('button', { name: 'Resend' }));
  expect(await screen.findByText('A new code is on its way.')).toBeInTheDocument();
});

it('is not seen by somebody who is signed in', () => {
  const page = draw({}, user);
  expect(page.onDone).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says that an address has an account once typing pauses, and takes the address along to log in', async () => {
  const page = draw({ checkEmail: { user_exists: true } });
  const asked = () => page.server.requests.filter(({ call }) => call === 'checkEmail');
  const field = screen.getByLabelText('E-mail');
  // On real time a busy machine made a pause between two keys, and an address asked about twice.
  jest.useFakeTimers();
  for (const typed of ['zoe@example.c', 'zoe@example.co', 'zoe@example.com']) {
    fireEvent.change(field, { target: { value: typed } });
    act(() => jest.advanceTimersByTime(499));
  }
  expect(asked()).toEqual([]);
  act(() => jest.advanceTimersByTime(1));
  jest.useRealTimers();
  const notice = await screen.findByText(/Please log in to continue/);
  await page.user.click(within(notice).getByRole('button', { name: 'Log in' }));
  expect(screen.getByRole('dialog', { name: 'Log in to Redress' })).toBeInTheDocument();
  expect(screen.getByLabelText('E-mail')).toHaveValue('zoe@example.com');
  expect(asked().map(({ request }) => request)).toEqual([{ email: 'zoe@example.com' }]);
});

it('refuses empty and short entries beside their fields', async () => {
  const page = draw();
  await page.user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(screen.getAllByText('Email and password fields cannot be empty').length).toBeGreaterThan(1);
  await fill(page, 'zoe@example', '12345');
  await page.user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Please enter a valid email address');
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/Password must be at least 6 characters/);
  expect(await axeViolations(page.container)).toEqual([]);
});

it('opens the code window again after a reload', async () => {
  draw({ checkSessionCode: { has_code: true, email: 'zoe@example.com' } });
  expect(await screen.findByText('We sent a 6-digit code to zoe@example.com.')).toBeInTheDocument();
});

function Ended({ children }: { children: ReactNode }) {
  useState(() => getStore().dispatch(sessionEnded()));
  return children;
}

it('asks somebody whose session ended to log in, not to register', () => {
  const gate = <AccountGate onDone={jest.fn()} onClose={jest.fn()} />;
  renderApp(<Ended>{gate}</Ended>, { calls: noCode, user });
  expect(screen.getByRole('dialog', { name: /^Log in to / })).toBeInTheDocument();
});

it('closes by its close button', async () => {
  const page = draw();
  await page.user.click(screen.getByRole('button', { name: 'Close and go back' }));
  expect(page.onClose).toHaveBeenCalled();
});
