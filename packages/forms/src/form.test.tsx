import { claimDetailsStep, ClaimantPersonStep } from '@redress/contracts';
import { renderApp, axeViolations } from '@redress/testing';
import { screen, waitFor } from '@testing-library/react';
import {
  AddressBlock,
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
  type PlaceSource,
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
const noPlaces: PlaceSource = { search: async () => ({ suggestions: [] }), details: async () => null };

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

it("shows the server's sentences next to their fields and keeps what was typed", async () => {
  const refuse = () => ({ message: 'Not saved', fields: { firstname: 'Too long' } });
  const { user } = renderApp(<PersonForm onSubmit={refuse as never} />);
  await user.type(screen.getByLabelText('First name'), 'Zoë');
  await user.type(screen.getByLabelText('Last name'), 'Ng');
  await press(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('Not saved');
  expect(screen.getByLabelText('First name')).toHaveAccessibleDescription('Too long');
  expect(screen.getByLabelText('First name')).toHaveValue('Zoë');
});

it.each([
  [PhoneField, '+1 (555) 010-2000', '15550102000'],
  [ZipField, '02139-4307', '021394307'],
  [AmountField, '$1,250.5.0', '1250.5.0'],
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

it('names the bounds of the amount the site is set to', async () => {
  const { user } = renderApp(
    <Form
      initialValues={{
        amount: '300000',
        date: '2026-01-02',
        incidentAddress: 'a',
        incidentCity: 'b',
        incidentState: 'IA',
        incidentZipcode: '50010',
      }}
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

describe('an address', () => {
  const names = { address: 'address', apt: 'apt', city: 'city', state: 'country', zipcode: 'zipcode' };
  const place = {
    street: '12 Elm St',
    city: 'Ames',
    state: 'Iowa',
    country: 'US',
    zipcode: '50010',
    formatted_address: '12 Elm St, Ames, IA 50010, USA',
  };
  const draw = (places: PlaceSource) =>
    renderApp(
      <Form initialValues={{ address: '', apt: '', city: '', country: '', zipcode: '' }} onSubmit={jest.fn()}>
        <AddressBlock
          names={names}
          states={[{ value: 'IA', label: 'Iowa' }]}
          matchState={(text) => (text === 'Iowa' ? 'IA' : null)}
          places={places}
        />
      </Form>,
    );
  const suggesting = (found: Partial<typeof place>): PlaceSource => ({
    search: jest.fn(async () => ({ suggestions: [{ description: '12 Elm St, Ames', place_id: 'p1' }] })),
    details: jest.fn(async () => ({ ...place, ...found })),
  });

  it('asks from three characters on, once typing pauses, and fills all fields by keyboard', async () => {
    const places = suggesting({});
    const { user } = draw(places);
    const street = screen.getByRole('combobox', { name: 'Street address' });
    await user.type(street, '12 E');
    await screen.findByRole('option', { name: '12 Elm St, Ames' });
    expect(places.search).toHaveBeenCalledTimes(1);
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(street).toHaveValue('12 Elm St'));
    expect(screen.getByLabelText('City')).toHaveValue('Ames');
    expect(screen.getByLabelText('State')).toHaveValue('IA');
    expect(screen.getByLabelText('ZIP code')).toHaveValue('50010');
  });

  it('leaves a state it cannot match to the person, and leads to a ZIP code that is nowhere to be found', async () => {
    const { user } = draw(suggesting({ state: 'Nowhere', zipcode: '', formatted_address: 'Elm St, Ames' }));
    await user.type(screen.getByRole('combobox', { name: 'Street address' }), 'Elm');
    await user.click(await screen.findByRole('option', { name: '12 Elm St, Ames' }));
    await waitFor(() => expect(screen.getByLabelText('ZIP code')).toHaveFocus());
    expect(screen.getByLabelText('State')).toHaveValue('');
  });

  it('finds a missing ZIP code in the formatted address', async () => {
    const { user } = draw(suggesting({ zipcode: '' }));
    await user.type(screen.getByRole('combobox', { name: 'Street address' }), '12 Elm');
    await user.click(await screen.findByRole('option', { name: '12 Elm St, Ames' }));
    await waitFor(() => expect(screen.getByLabelText('ZIP code')).toHaveValue('50010'));
  });

  it('is typed by hand when suggestions fail', async () => {
    const { user, container } = draw({ ...noPlaces, search: () => Promise.reject(new Error('down')) });
    await user.type(screen.getByRole('combobox', { name: 'Street address' }), '12 Elm St');
    expect(await screen.findByText('No address found. You can type it.')).toBeInTheDocument();
    expect(screen.queryByRole('option', { name: /Elm/ })).toBeNull();
    expect(await axeViolations(container)).toEqual([]);
  });
});

it('counts a long text at every key, and says the count when the typing rests', async () => {
  const { user } = renderApp(
    <Form initialValues={{ story: '' }} onSubmit={jest.fn()}>
      <TextArea name="story" label="Story" maxLength={20} />
    </Form>,
  );
  await user.type(screen.getByLabelText('Story'), 'A story that is long');
  expect(screen.getByText('0 characters left')).toHaveAttribute('aria-hidden', 'true');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('0 characters left'), { timeout: 3000 });
});

const DetailsForm = () => (
  <Form
    initialValues={{
      amount: '',
      date: '',
      incidentAddress: '',
      incidentCity: 'A',
      incidentState: 'IA',
      incidentZipcode: '50010',
    }}
    schema={claimDetailsStep(undefined, '2026-11-22')}
    onSubmit={jest.fn()}
  >
    <AmountField name="amount" label="How much are you owed?" />
    <DateField name="date" label="When did it happen?" />
    <TextField name="incidentAddress" label="Street address" />
    <button type="submit">Continue</button>
  </Form>
);

it('keeps a second point in an amount, and says how an amount is written', async () => {
  const { user } = renderApp(<DetailsForm />);
  await user.type(screen.getByLabelText('How much are you owed?'), '$1.250.50');
  expect(screen.getByLabelText('How much are you owed?')).toHaveValue('1.250.50');
  await press(user);
  await waitFor(() =>
    expect(screen.getByLabelText('How much are you owed?')).toHaveAccessibleDescription(
      'Enter the amount in dollars, like 1250 or 1250.50',
    ),
  );
});

it('says that a day does not exist, and does not call the field empty', async () => {
  const { user } = renderApp(<DetailsForm />);
  const date = screen.getByLabelText('When did it happen?');
  // A browser does not expose 02/29/2025: the value is empty and only `validity.badInput` shows that something was
  // typed.
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
