import { claimDetailsStep, ClaimantPersonStep } from '@redress/contracts';
import { renderApp, axeViolations } from '@redress/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import {
  AmountField,
  CodeField,
  DateField,
  Form,
  PasswordField,
  PhoneField,
  RadioCards,
  TextArea,
  TextField,
  ZipField,
} from './index.ts';

const person = {
  firstname: '',
  lastname: '',
  email: '',
  phonenumber: '',
  address: '1 Main St',
  city: 'Ames',
  country: 'IA',
  zipcode: '50010',
};

const PersonForm = ({ onSubmit = jest.fn(), onChange = jest.fn(), onInvalid = jest.fn() }) => (
  <Form
    initialValues={person}
    schema={ClaimantPersonStep}
    onSubmit={onSubmit}
    onChange={onChange}
    onInvalid={onInvalid}
  >
    {({ isSubmitting }) => (
      <>
        <TextField name="firstname" label="First name" />
        <TextField name="lastname" label="Last name" />
        <PhoneField name="phonenumber" label="Phone" optional />
        <ZipField name="zipcode" label="ZIP code" />
        <button type="submit">{isSubmitting ? 'Busy' : 'Continue'}</button>
      </>
    )}
  </Form>
);
const press = (user: ReturnType<typeof renderApp>['user']) =>
  user.click(screen.getByRole('button', { name: 'Continue' }));

it('says nothing while typing, and on Continue lists everything wrong in a summary that takes focus', async () => {
  const onSubmit = jest.fn();
  const { user, container } = renderApp(<PersonForm onSubmit={onSubmit} />);
  await user.type(screen.getByLabelText('ZIP code'), '{Backspace}');
  expect(screen.queryByRole('alert')).toBeNull();
  await press(user);
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveFocus();
  expect([...summary.querySelectorAll('button')].map((line) => line.textContent)).toEqual([
    'First name: This field is required',
    'Last name: This field is required',
    'Zip code must be at least 5 digits',
  ]);
  expect(onSubmit).not.toHaveBeenCalled();
  expect(await axeViolations(container)).toEqual([]);
});

it('says in the summary which field is empty, also when it is the only empty one', async () => {
  const { user } = renderApp(<PersonForm />);
  await user.type(screen.getByLabelText('First name'), 'Zoë');
  await user.type(screen.getByLabelText('ZIP code'), '{Backspace}');
  await press(user);
  const summary = await screen.findByRole('alert');
  expect([...summary.querySelectorAll('button')].map((line) => line.textContent)).toEqual([
    'Last name: This field is required',
    'Zip code must be at least 5 digits',
  ]);
});

it('leads from a line of the summary to its field, and forgets the line once the field is mended', async () => {
  const { user } = renderApp(<PersonForm />);
  await press(user);
  await user.click(await screen.findByRole('button', { name: 'Last name: This field is required' }));
  const lastName = screen.getByLabelText('Last name');
  expect(lastName).toHaveFocus();
  expect(lastName).toBeInvalid();
  expect(lastName).toHaveAccessibleDescription('This field is required');
  await user.type(lastName, "O'Brien");
  expect(lastName).not.toBeInvalid();
  expect(screen.getAllByRole('button', { name: /This field is required/ })).toHaveLength(1);
});

it('puts focus on the field itself when it is the only thing wrong', async () => {
  const { user } = renderApp(<PersonForm />);
  await user.type(screen.getByLabelText('First name'), 'Zoë');
  await press(user);
  await waitFor(() => expect(screen.getByLabelText('Last name')).toHaveFocus());
  expect(screen.queryByRole('alert')).toBeNull();
});

it('sends once however often it is pressed, and reports every change at once', async () => {
  let finish: (() => void) | undefined;
  const onSubmit = jest.fn(() => new Promise<undefined>((resolve) => (finish = () => resolve(undefined))));
  const onChange = jest.fn();
  const { user } = renderApp(<PersonForm onSubmit={onSubmit} onChange={onChange} />);
  await user.type(screen.getByLabelText('First name'), 'A');
  expect(onChange).toHaveBeenLastCalledWith({ firstname: 'A' });
  await user.type(screen.getByLabelText('Last name'), 'B');
  await press(user);
  await user.click(await screen.findByRole('button', { name: 'Busy' }));
  finish?.();
  await screen.findByRole('button', { name: 'Continue' });
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it('raises nothing new while typing after Continue, and says again on Continue what was mended and is wrong again', async () => {
  const { user } = renderApp(<PersonForm />);
  await press(user);
  const firstName = screen.getByLabelText('First name');
  await user.type(firstName, 'Z');
  expect(firstName).not.toBeInvalid();
  await user.clear(firstName);
  await user.type(screen.getByLabelText('ZIP code'), '{Backspace}');
  expect(firstName).not.toBeInvalid();
  expect(screen.getByLabelText('ZIP code')).not.toBeInvalid();
  expect(screen.getByLabelText('Last name')).toBeInvalid();
  await press(user);
  await waitFor(() => expect(firstName).toBeInvalid());
  expect(screen.getByLabelText('ZIP code')).toBeInvalid();
});

it('shows everything that Continue found, also when it follows a key whose check is under way', async () => {
  const { user } = renderApp(<PersonForm />);
  await user.type(screen.getByLabelText('First name'), 'Z');
  await press(user);
  const [first, last] = [screen.getByLabelText('First name'), screen.getByLabelText('Last name')];
  await waitFor(() => expect(last).toBeInvalid());
  fireEvent.change(last, { target: { value: 'Ng' } });
  fireEvent.change(first, { target: { value: '' } });
  fireEvent.submit(first);
  await waitFor(() => expect(first).toBeInvalid());
  expect(last).not.toBeInvalid();
});

it('tells its owner once nothing is wrong any more, also of what was refused before it was drawn', async () => {
  const onMended = jest.fn();
  const Refused = () => (
    <Form
      initialValues={{ ...person, lastname: 'Ng' }}
      schema={ClaimantPersonStep}
      isRefused
      onMended={onMended}
      onSubmit={jest.fn()}
    >
      <TextField name="firstname" label="First name" />
      <ZipField name="zipcode" label="ZIP code" />
    </Form>
  );
  const { user } = renderApp(<Refused />);
  await user.type(screen.getByLabelText('ZIP code'), '{Backspace}');
  expect(screen.getByLabelText('ZIP code')).not.toBeInvalid();
  await user.type(screen.getByLabelText('First name'), 'Z');
  expect(onMended).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText('ZIP code'), '0');
  await waitFor(() => expect(onMended).toHaveBeenCalledTimes(1));
});

it('names the field of a list that the server refused', async () => {
  const refuse = () => ({ fields: { 'people.1.name': 'Too long' } });
  const { user } = renderApp(
    <Form initialValues={{ people: [{ name: 'A' }, { name: 'B' }] }} onSubmit={refuse}>
      <TextField name="people.0.name" label="First" />
      <TextField name="people.1.name" label="Second" />
      <button type="submit">Continue</button>
    </Form>,
  );
  await press(user);
  await waitFor(() => expect(screen.getByLabelText('Second')).toHaveAccessibleDescription('Too long'));
  expect(screen.getByLabelText('Second')).toHaveFocus();
  expect(screen.getByLabelText('First')).not.toBeInvalid();
  await user.type(screen.getByLabelText('Second'), '!');
  expect(screen.getByLabelText('Second')).not.toBeInvalid();
});

it("shows the server's sentences next to their fields and keeps what was typed", async () => {
  const onSubmit = jest.fn().mockResolvedValue({ message: 'Not saved', fields: { firstname: 'Too long' } });
  const { user } = renderApp(<PersonForm onSubmit={onSubmit} />);
  await user.type(screen.getByLabelText('First name'), 'Zoë');
  await user.type(screen.getByLabelText('Last name'), 'Ng');
  await press(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('Not saved');
  expect(screen.getByLabelText('First name')).toHaveAccessibleDescription('Too long');
  expect(screen.getByLabelText('First name')).toHaveValue('Zoë');
});

it('takes no extension typed key by key for digits of the number, and a digit after it was looked at', async () => {
  const { user } = renderApp(<PersonForm />);
  const phone = screen.getByLabelText(/Phone/);
  await user.type(phone, '1/555/010/2000 ext. 5');
  expect(phone).toHaveValue('15550102000');
  await user.tab();
  await user.type(phone, '8x4');
  expect(phone).toHaveValue('155501020008');
  await user.type(phone, '{Backspace}7');
  expect(phone).toHaveValue('155501020007');
});

it.each([
  [PhoneField, '+1 (555) 010-2000', '15550102000'],
  // Digits of the extension, appended, would make it another person's number.
  [PhoneField, '(555) 010-2000 ext. 5', '5550102000'],
  [PhoneField, 'Tel. 555 010 2000 / 555 010 3000', '5550102000'],
  [ZipField, '02139-4307', '021394307'],
  [AmountField, '$1,250.5.0', '1250.5.0'],
  [AmountField, '1,234,567.50', '1234567.50'],
  // Without its comma it would be a hundred times the sum.
  [AmountField, '245,00', '245,00'],
  [CodeField, '123 456 7', '123456'],
])('keeps of %p only what may stand there', async (Field, typed, kept) => {
  const { user } = renderApp(
    <Form initialValues={{ it: '' }} onSubmit={jest.fn()}>
      <Field name="it" label="It" />
    </Form>,
  );
  await user.click(screen.getByLabelText('It'));
  await user.paste(typed);
  expect(screen.getByLabelText('It')).toHaveValue(kept);
});

const PLACE = { incidentAddress: '', incidentCity: 'A', incidentState: 'IA', incidentZipcode: '50010' };
const DETAILS = { amount: '', date: '', ...PLACE };

it('names the bounds of the amount the site is set to', async () => {
  const { user } = renderApp(
    <Form
      initialValues={{ ...DETAILS, amount: '300000', date: '2026-01-02', incidentAddress: 'a' }}
      schema={claimDetailsStep({ min: 250, max: 250_000 })}
      messageValues={{ min: 250, max: 250_000 }}
      onSubmit={jest.fn()}
    >
      <AmountField name="amount" label="Amount" />
      <button type="submit">Continue</button>
    </Form>,
  );
  await press(user);
  await waitFor(() =>
    expect(screen.getByLabelText('Amount')).toHaveAccessibleDescription('Amount cannot exceed $250,000.00'),
  );
});

it('shows and hides a password without losing it', async () => {
  const { user } = renderApp(
    <Form initialValues={{ password: '' }} onSubmit={jest.fn()}>
      <PasswordField name="password" label="Password" autoComplete="new-password" />
    </Form>,
  );
  const input = screen.getByLabelText('Password');
  await user.type(input, 'a b!');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input).toHaveAttribute('type', 'text');
  expect(input).toHaveValue('a b!');
});

it('chooses a card by its radio', async () => {
  const onChange = jest.fn();
  const { user } = renderApp(
    <Form initialValues={{ userType: '' }} onChange={onChange} onSubmit={jest.fn()}>
      <RadioCards
        name="userType"
        label="Who?"
        options={[
          { value: '1', label: 'Person', text: 'For myself' },
          { value: '2', label: 'Business' },
        ]}
      />
    </Form>,
  );
  await user.click(screen.getByRole('radio', { name: /Person/ }));
  expect(onChange).toHaveBeenLastCalledWith({ userType: '1' });
  expect(screen.getByRole('radio', { name: /Person/ })).toHaveAccessibleDescription('For myself');
});

it('counts a long text at every key, and says the count when the typing rests', () => {
  jest.useFakeTimers();
  renderApp(
    <Form initialValues={{ story: '' }} onSubmit={jest.fn()}>
      <TextArea name="story" label="Story" maxLength={20} />
    </Form>,
  );
  for (const [typed, left] of [
    ['A story that is lon', '1 character left'],
    ['A story that is long', '0 characters left'],
  ] as const) {
    fireEvent.change(screen.getByLabelText('Story'), { target: { value: typed } });
    expect(screen.getByText(left)).toHaveAttribute('aria-hidden', 'true');
    act(() => jest.advanceTimersByTime(999));
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  }
  act(() => jest.advanceTimersByTime(1));
  expect(screen.getByRole('status')).toHaveTextContent('0 characters left');
  jest.useRealTimers();
});

const DetailsForm = () => (
  <Form initialValues={DETAILS} schema={claimDetailsStep(undefined, '2026-11-22')} onSubmit={jest.fn()}>
    <AmountField name="amount" label="How much are you owed?" />
    <DateField name="date" label="When did it happen?" />
    <TextField name="incidentAddress" label="Street address" />
    <button type="submit">Continue</button>
  </Form>
);

it('keeps a second point in an amount, and says how an amount is written', async () => {
  const { user } = renderApp(<DetailsForm />);
  const amount = screen.getByLabelText('How much are you owed?');
  await user.type(amount, '$1.250.50');
  expect(amount).toHaveValue('1.250.50');
  await press(user);
  await waitFor(() =>
    expect(amount).toHaveAccessibleDescription(/^Enter the amount in dollars, like 1250 or 1250\.50$/),
  );
});

it('says that a day does not exist, and does not call the field empty', async () => {
  const { user } = renderApp(<DetailsForm />);
  const date = screen.getByLabelText('When did it happen?');
  // A browser does not expose 02/29/2025: the value is empty, and only `validity.badInput` shows that something is there.
  Object.defineProperty(date, 'validity', { value: { badInput: true } });
  await press(user);
  await waitFor(() => expect(date).toHaveAccessibleDescription(/^Enter a real date/));
});

it('names a field in the summary without the question mark of its label', async () => {
  const { user } = renderApp(<DetailsForm />);
  await press(user);
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveTextContent('How much are you owed: This field is required');
});
