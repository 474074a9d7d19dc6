import { aUser, axeViolations, renderApp } from '@redress/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { SettingsPage } from './settings-page.tsx';

const settings = {
  firstName: 'Zoë',
  lastName: "O'Brien",
  email: 'zoe@example.com',
  phoneNumber: '5550100',
  pendingEmail: null,
};
const SEEN = '2026-03-02T15:04:00.000Z';
const calls = {
  getSettings: { settings },
  listDevices: {
    devices: [
      { id: 'a'.repeat(24), label: 'Chrome on Linux', created_at: SEEN, last_seen_at: SEEN, is_current: true },
      { id: 'b'.repeat(24), label: 'Safari on iPhone', created_at: SEEN, last_seen_at: SEEN, is_current: false },
    ],
  },
};
const draw = (more = {}) => renderApp(<SettingsPage />, { user: aUser(), calls: { ...calls, ...more } });
const contact = async () => within(await screen.findByRole('form', { name: 'Contact details' }));

it('saves contact details, says so, and keeps the name in the greeting right', async () => {
  const { user, store, container } = draw({
    updateSettings: { message: '', email_code_sent: false },
    checkAuth: { isAuthenticated: true },
    viewUserData: { user_data: { ...aUser(), display_name: "Zoé O'Brien" } },
  });
  const form = await contact();
  await user.clear(form.getByLabelText('First name'));
  await user.type(form.getByLabelText('First name'), 'Zoé');
  await user.click(form.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Settings saved successfully!')).toBeInTheDocument();
  await waitFor(() => expect(store.getState().session).toMatchObject({ user: { display_name: "Zoé O'Brien" } }));
  expect(await axeViolations(container)).toEqual([]);
});

it('fills in what was given in a claim, says so, and keeps it only when it is saved', async () => {
  const fromClaim = { firstName: 'Zoë', lastName: '', phoneNumber: '5550100' };
  const nameless = { ...settings, firstName: '', lastName: '', phoneNumber: '' };
  const { user, server } = draw({
    getSettings: { settings: { ...nameless, fromClaim } },
    updateSettings: { message: '', email_code_sent: false },
  });
  const form = await contact();
  expect(form.getByLabelText('First name')).toHaveValue('Zoë');
  expect(screen.getByText('From your case. Save it to keep it.')).toBeInTheDocument();
  expect(server.requests.some(({ call }) => call === 'updateSettings')).toBe(false);
  await user.click(form.getByRole('button', { name: 'Save Changes' }));
  await screen.findByText('Settings saved successfully!');
  const saved = server.requests.find(({ call }) => call === 'updateSettings');
  expect(saved?.request).toMatchObject({ firstName: 'Zoë', lastName: '', phoneNumber: '5550100' });
});

it("puts the server's field errors under their inputs", async () => {
  const { user } = draw({ updateSettings: { refuse: 'VALIDATION_FAILED', fields: { phoneNumber: 'Too long' } } });
  const form = await contact();
  await user.click(form.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(form.getByLabelText(/Phone number/)).toHaveAccessibleDescription(/Too long/));
});

it('saves contact details by itself when the server is back', async () => {
  const { user, server } = draw({ updateSettings: 'offline' });
  const form = await contact();
  await user.type(form.getByLabelText('First name'), ' A.');
  await user.click(form.getByRole('button', { name: 'Save Changes' }));
  await screen.findByRole('alert');
  server.use({ updateSettings: { message: '', email_code_sent: false } });
  expect(await screen.findByText('Settings saved successfully!')).toBeInTheDocument();
});

it('asks for the code of a new address before it takes effect', async () => {
  let pendingEmail: string | null = null;
  const { user, server } = draw({
    getSettings: () => ({ settings: { ...settings, pendingEmail } }),
    updateSettings: () => {
      pendingEmail = 'new@example.com';
      return { message: '', email_code_sent: true };
    },
    confirmEmail: { message: '', email: 'new@example.com' },
  });
  const form = await contact();
  expect(form.queryByLabelText('Your password')).toBeNull();
  await user.clear(form.getByLabelText('E-mail'));
  await user.type(form.getByLabelText('E-mail'), 'new@example.com');
  await user.type(form.getByLabelText('Your password'), 'correct horse');
  await user.click(form.getByRole('button', { name: 'Save Changes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your new e-mail address' }));
  await user.type(dialog.getByRole('textbox'), '123456');
  await user.click(dialog.getByRole('button', { name: 'Confirm the address' }));
  expect(await screen.findByText('Your e-mail address is changed.')).toBeInTheDocument();
  expect(server.requests.find(({ call }) => call === 'updateSettings')?.request).toMatchObject({
    email: 'new@example.com',
    password: 'correct horse',
  });
  expect((await contact()).getByLabelText('E-mail')).toHaveValue('new@example.com');
});

it('asks for no password where there is none, and says what to do instead', async () => {
  const { user } = draw({
    getSettings: { settings: { ...settings, hasPassword: false } },
    updateSettings: { refuse: 'VALIDATION_FAILED', fields: { password: 'Sign in again first.' } },
  });
  const form = await contact();
  await user.type(form.getByLabelText('E-mail'), '.org');
  expect(form.queryByLabelText('Your password')).toBeNull();
  expect(form.getByText(/sign in again with your sign-in provider/)).toBeInTheDocument();
  await user.click(form.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Sign in again first.')).toBeInTheDocument();
});

it('changes the password and empties the form; a refusal stands under its field', async () => {
  const { user, server } = draw({
    updatePassword: { refuse: 'VALIDATION_FAILED', fields: { currentPassword: 'The current password does not match' } },
  });
  const form = within(await screen.findByRole('form', { name: 'Password' }));
  await user.type(form.getByLabelText('Current password'), 'wrong one');
  await user.click(form.getByRole('button', { name: 'Update Password' }));
  await waitFor(() =>
    expect(form.getByLabelText('Current password')).toHaveAccessibleDescription('The current password does not match'),
  );
  server.use({ updatePassword: { message: '' } });
  await user.click(form.getByRole('button', { name: 'Update Password' }));
  expect(await screen.findByText('Password updated successfully!')).toBeInTheDocument();
  expect(within(screen.getByRole('form', { name: 'Password' })).getByLabelText('Current password')).toHaveValue('');
});

it('signs another device out, never this one', async () => {
  const { user, server } = draw({ revokeDevice: { ended: 1 } });
  const button = await screen.findByRole('button', { name: 'Sign out Safari on iPhone' });
  const list = button.closest('ul');
  server.use({ listDevices: { devices: calls.listDevices.devices.slice(0, 1) } });
  await user.click(button);
  await waitFor(() => expect(server.requests.some(({ call }) => call === 'revokeDevice')).toBe(true));
  await waitFor(() => expect(list).toHaveFocus());
  expect(screen.queryByRole('button', { name: 'Sign out Chrome on Linux' })).toBeNull();
});

it('deletes the account only after the word and the password', async () => {
  const { user, visited, server } = draw({ deleteAccount: { message: '' }, checkAuth: { isAuthenticated: false } });
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete your account?' }));
  await user.type(dialog.getByLabelText('Your password'), 'correct horse');
  await user.click(dialog.getByRole('button', { name: 'Delete my account for good' }));
  expect(server.requests.some(({ call }) => call === 'deleteAccount')).toBe(false);
  await user.type(dialog.getByLabelText('Type DELETE to confirm'), 'DELETE');
  await user.click(dialog.getByRole('button', { name: 'Delete my account for good' }));
  await waitFor(() => expect(visited).toEqual(['/']));
});

it('asks what becomes of a paid letter that is not posted, before it deletes the account', async () => {
  const message = 'You have paid for a letter that we have not mailed yet.';
  const { user, visited, server } = draw({
    deleteAccount: { refuse: 'LETTER_NOT_POSTED', message },
    checkAuth: { isAuthenticated: false },
  });
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete your account?' }));
  await user.type(dialog.getByLabelText('Your password'), 'correct horse');
  await user.type(dialog.getByLabelText('Type DELETE to confirm'), 'DELETE');
  const confirm = dialog.getByRole('button', { name: 'Delete my account for good' });
  await user.click(confirm);
  expect((await dialog.findAllByText(message)).length).toBeGreaterThan(0);
  await user.click(confirm);
  expect((await dialog.findAllByText('Choose what happens to your letter')).length).toBeGreaterThan(0);
  expect(server.requests.filter(({ call }) => call === 'deleteAccount')).toHaveLength(1);
  server.use({ deleteAccount: { message: '' } });
  await user.click(dialog.getByRole('radio', { name: /money back/ }));
  await user.click(confirm);
  await waitFor(() => expect(visited).toEqual(['/']));
  expect(server.requests.filter(({ call }) => call === 'deleteAccount').at(-1)?.request).toMatchObject({
    unposted: 'refund',
  });
});

it('switches one kind of reminder off, and the switch does not jump back', async () => {
  const reminded = (remindersOff: string[]) => ({ getSettings: { settings: { ...settings, remindersOff } } });
  const { user, server, container } = draw({ ...reminded([]), switchReminders: { remindersOff: ['pay_by'] } });
  const payBy = await screen.findByRole('switch', { name: 'The day to pay by in your letter' });
  expect(payBy).toBeChecked();
  await user.click(payBy);
  // The settings that were read before still say that it is on.
  await waitFor(() => expect(payBy).toHaveAttribute('aria-disabled', 'false'));
  expect(payBy).not.toBeChecked();
  expect(server.requests.find(({ call }) => call === 'switchReminders')?.request).toEqual({
    kind: 'pay_by',
    on: false,
  });
  expect(await axeViolations(container)).toEqual([]);
});
