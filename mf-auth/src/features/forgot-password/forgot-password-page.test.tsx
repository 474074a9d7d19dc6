import { axeViolations, renderApp } from '@redress/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { ForgotPasswordPage } from './forgot-password-page.tsx';

const draw = (calls = {}) => renderApp(<ForgotPasswordPage />, { calls });
type Page = ReturnType<typeof draw>;
const askForCode = async ({ user }: Page) => {
  await user.type(screen.getByLabelText('E-mail'), 'zoe@example.com');
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
};
const enterCode = async ({ user }: Page) => {
  await user.type(await screen.findByLabelText('Verification code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Check the code' }));
};

it('goes from address to code to new password, and to sign-in two seconds later', async () => {
  const page = draw();
  await askForCode(page);
  await enterCode(page);
  await page.user.type(await screen.findByLabelText('New password'), 'a new one');
  await page.user.type(screen.getByLabelText('Type the new password again'), 'a new one');
  jest.useFakeTimers();
  act(() => screen.getByRole('button', { name: 'Set the new password' }).click());
  await screen.findByText(/Your password is changed/);
  expect(page.visited).toEqual([]);
  act(() => jest.advanceTimersByTime(2_000));
  jest.useRealTimers();
  expect(page.visited).toEqual(['/login']);
  expect(page.server.requests.at(-1)).toMatchObject({
    call: 'resetPassword',
    request: { email: 'zoe@example.com', code: '123456', newPassword: 'a new one' },
  });
});

it('asks for an address, and says when it is none', async () => {
  const { user, container } = draw();
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Please enter your email address');
  expect(await axeViolations(container)).toEqual([]);
});

it('keeps a wrong code in place and says so beside it', async () => {
  const page = draw({ verifyResetCode: { refuse: 'CODE_WRONG', message: 'Invalid verification code' } });
  await askForCode(page);
  await enterCode(page);
  await waitFor(() =>
    expect(screen.getByLabelText('Verification code')).toHaveAccessibleDescription(/Invalid verification code/),
  );
});

it.each([
  ['', '', 'New password is required'],
  ['12345', '12345', 'Password must be at least 6 characters'],
  ['a new one', 'another', 'Passwords do not match'],
])('judges %p and %p: %s', async (first, second, sentence) => {
  const page = draw();
  await askForCode(page);
  await enterCode(page);
  if (first) await page.user.type(await screen.findByLabelText('New password'), first);
  if (second) await page.user.type(screen.getByLabelText('Type the new password again'), second);
  await page.user.click(await screen.findByRole('button', { name: 'Set the new password' }));
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});
