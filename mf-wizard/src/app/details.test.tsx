import { conflictFound, conflictResolved, selectWizard } from '@redress/session-store';
import { axeViolations } from '@redress/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aSession } from '../testing/autosave-bench.ts';
import { A_CLAIM, renderWizard, type WizardOptions } from '../testing/render-wizard.tsx';

const { situation, situationLabel, disputing, disputingLabels } = A_CLAIM;
const A_DEPOSIT: WizardOptions['formData'] = {
  situation: 'tenant-landlord',
  disputing: ['security-deposit'],
  amount: '900',
  date: '2005-03-01',
  incidentAddress: '1 Oak',
  incidentCity: 'Ames',
  incidentState: 'IA',
  incidentZipcode: '50010',
};
const openDetails = (options: WizardOptions = {}) =>
  renderWizard({
    formData: { situation, situationLabel, disputing, disputingLabels, ...options.formData },
    route: '/?step=1.2',
    session: { current_step: '1sub2' },
    ...(options.wizard && { wizard: options.wizard }),
    ...(options.calls && { calls: options.calls }),
  });
const press = (user: Awaited<ReturnType<typeof openDetails>>['user']) =>
  user.click(screen.getByRole('button', { name: 'Continue' }));

it('lists everything that is missing, leads to each field, and keeps the title honest', async () => {
  const { user, container, host } = await openDetails();
  await screen.findByLabelText('How much are you owed?');
  await press(user);
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveFocus();
  expect(summary).toHaveTextContent('Please fill in all required fields correctly before continuing!');
  expect(within(summary).getAllByRole('button')).toHaveLength(6);
  expect(host.title()).toBe('Error: Tell us more about it');
  await user.click(within(summary).getByRole('button', { name: /^City/ }));
  expect(screen.getByLabelText('City')).toHaveFocus();
  expect(await axeViolations(container)).toEqual([]);
});

it('keeps only digits and points in the amount, and says the bounds the site is set to', async () => {
  const { user } = await openDetails();
  const amount = await screen.findByLabelText('How much are you owed?');
  expect(screen.getByText('The minimum amount is $250.00, maximum $25,000.00')).toBeInTheDocument();
  await user.type(amount, '$2a4.99');
  expect(amount).toHaveValue('24.99');
  await press(user);
  expect(screen.getAllByText(/Amount must be at least \$250.00/)).not.toHaveLength(0);
  await user.clear(amount);
  await user.type(amount, '25000.01');
  await press(user);
  expect(screen.getAllByText(/Amount cannot exceed \$25,000.00/)).not.toHaveLength(0);
});

it('follows the site to the wider range, in rule and in words', async () => {
  const { user } = await openDetails({ wizard: { amountMax: 250_000 } });
  const amount = await screen.findByLabelText('How much are you owed?');
  expect(screen.getByText('The minimum amount is $250.00, maximum $250,000.00')).toBeInTheDocument();
  await user.type(amount, '250000.01');
  await press(user);
  expect(screen.getAllByText(/Amount cannot exceed \$250,000.00/)).not.toHaveLength(0);
});

it('puts what is typed into the store once typing pauses or the field is left, and keeps it in this browser before', async () => {
  const { user, store } = await openDetails();
  const city = () => selectWizard(store.getState()).formData.incidentCity;
  await user.type(await screen.findByLabelText('City'), 'Nú');
  expect(Object.values(localStorage).join()).toContain('Nú');
  await waitFor(() => expect(city()).toBe('Nú'));
  await user.type(screen.getByLabelText('City'), 'ñez');
  await user.tab();
  expect(city()).toBe('Núñez');
});

describe('an amount above the limit of the state', () => {
  const details = {
    amount: '9000',
    date: '2024-05-01',
    incidentAddress: '12 Oak Ave',
    incidentCity: 'Ames',
    incidentState: 'IA',
    incidentZipcode: '50010',
  };

  it('is reported with its source and date, and asks how to continue', async () => {
    const { user, store } = await openDetails({ formData: details });
    expect(await screen.findByText('In Iowa, small-claims court hears cases up to $6,500.00.')).toBeInTheDocument();
    expect(screen.getAllByRole('link', { name: 'Example Statutes, section 1' })[0]).toHaveAttribute(
      'rel',
      'noopener noreferrer',
    );
    await press(user);
    expect(await screen.findAllByText(/Choose how you want to go on/)).not.toHaveLength(0);
    await user.click(screen.getByRole('radio', { name: /give up the rest/ }));
    await press(user);
    expect(await screen.findByRole('heading', { name: 'Save Your Progress' })).toBeInTheDocument();
    expect(selectWizard(store.getState()).formData).toMatchObject({ overLimitChoice: 'waive', stateCode: 'IA' });
  });

  it('offers only the letter where nobody may give up a part, and asks anew who chose that before', async () => {
    const texas = { ...details, amount: '21000', incidentState: 'TX', overLimitChoice: 'waive' as const };
    const { user, store } = await openDetails({ formData: texas });
    expect(await screen.findByText(/In Texas you cannot take less/)).toBeInTheDocument();
    expect(screen.queryByRole('radio', { name: /give up/ })).toBeNull();
    await press(user);
    expect(await screen.findAllByText(/Choose how you want to go on/)).not.toHaveLength(0);
    await user.click(screen.getByRole('radio', { name: /The letter only/ }));
    await press(user);
    await screen.findByRole('heading', { name: 'Save Your Progress' });
    expect(selectWizard(store.getState()).formData.overLimitChoice).toBe('letter-only');
  });

  it('asks nobody to give up a part of a claim that the limit does not bind', async () => {
    const about = { situation: 'tenant-landlord', disputing: ['security-deposit'] };
    const { user } = await openDetails({ formData: { ...details, ...about, incidentState: 'HI' } });
    await screen.findByText('In Hawaii, small-claims court hears cases up to $5,000.00.');
    expect(screen.queryByText('Above the small-claims limit')).toBeNull();
    await press(user);
    expect(await screen.findByRole('heading', { name: 'Save Your Progress' })).toBeInTheDocument();
  });

  it('forgets the choice when the amount is within the limit after all', async () => {
    const { user, store } = await openDetails({ formData: { ...details, overLimitChoice: 'waive' } });
    const amount = await screen.findByLabelText('How much are you owed?');
    await user.clear(amount);
    await user.type(amount, '500');
    expect(screen.queryByText('Above the small-claims limit')).toBeNull();
    // The limit itself is still shown, on screens too narrow for the case beside the question.
    expect(screen.getByText('In Iowa, small-claims court hears cases up to $6,500.00.')).toBeInTheDocument();
    await press(user);
    await screen.findByRole('heading', { name: 'Save Your Progress' });
    expect(selectWizard(store.getState()).formData.overLimitChoice).toBe('');
  });
});

it('says of a day before the law of Louisiana changed which rule holds for it, and from when another does', async () => {
  await openDetails({
    formData: { situation: 'personal-injury', disputing: ['dog-bite'], date: '2024-06-30', incidentState: 'LA' },
  });
  await screen.findByText(/an injury must go to court within 1 year\. .* ended on June 30, 2025/);
  expect(screen.getByText(/from July 1, 2024 on; two years from that day/)).toBeInTheDocument();
});

it('reports that the usual time limit has passed, with source, and lets the claimant continue', async () => {
  const { user } = await openDetails({
    formData: {
      situation: 'product-defect',
      disputing: ['stopped-working'],
      amount: '900',
      date: '2005-03-01',
      limitDate: '2005-03-01',
      incidentAddress: '1 Oak',
      incidentCity: 'Albany',
      incidentState: 'NY',
      incidentZipcode: '12207',
    },
  });
  expect(await screen.findByText(/must go to court within 4 years.*that ended on March 1, 2009/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'New York Uniform Commercial Code, section 2-725' })).toBeInTheDocument();
  expect(screen.getByText(/There are exceptions/)).toBeInTheDocument();
  await press(user);
  expect(await screen.findByRole('heading', { name: 'Save Your Progress' })).toBeInTheDocument();
});

it('asks for the day the time counts from in the words of the category, and decides nothing without it', async () => {
  const { user, store } = await openDetails({ formData: A_DEPOSIT });
  expect(await screen.findByLabelText(/When did the tenant move out\?/)).toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'I do not know this day' }));
  expect(screen.queryByLabelText(/When did the tenant move out\?/)).toBeNull();
  expect(screen.getByText(/counts from the days after moving out/)).toBeInTheDocument();
  expect(screen.queryByText(/that ended on/)).toBeNull();
  expect(selectWizard(store.getState()).formData.limitDateUnknown).toBe(true);
});

it('asks for no day that a fact has told, and tells of another one', async () => {
  const claim: WizardOptions['formData'] = {
    ...A_DEPOSIT,
    facts: [{ id: 'a', asks: 'moved-out', day: '2024-05-31', dayIs: 'exact' }],
  };
  const { unmount } = await openDetails({ formData: claim });
  expect(await screen.findByText(/In step 4 you gave this day: May 31, 2024\. We use it/)).toBeInTheDocument();
  expect(screen.queryByLabelText(/When did the tenant move out\?/)).toBeNull();
  unmount();
  await openDetails({ formData: { ...claim, limitDate: '2024-06-30', limitDateOf: 'moveOut' } });
  const given = await screen.findByLabelText(/When did the tenant move out\?/);
  expect(screen.getByText(/May 31, 2024\. We use it/)).toBeInTheDocument();
  fireEvent.change(given, { target: { value: '2024-05-31' } });
  expect(screen.queryByText(/We use it/)).toBeNull();
});

it('fills the address from a suggestion, matches the state, and leads to a ZIP code that is missing', async () => {
  const { user, store } = await openDetails({
    calls: {
      places: ({ type }) =>
        type === 'autocomplete'
          ? { _predictions: [{ description: '12 Oak Ave, Ames', place_id: 'p1' }], message: '' }
          : {
              message: '',
              processed_address: {
                street: '12 Oak Ave',
                city: 'Ames',
                state: 'Iowa',
                country: 'US',
                zipcode: '',
                formatted_address: '12 Oak Ave, Ames, IA',
              },
            },
    },
  });
  await user.type(await screen.findByRole('combobox', { name: 'Street address' }), '12 O');
  await user.click(await screen.findByRole('option', { name: '12 Oak Ave, Ames' }));
  await waitFor(() => expect(screen.getByLabelText('ZIP code')).toHaveFocus());
  expect(selectWizard(store.getState()).formData).toMatchObject({
    incidentAddress: '12 Oak Ave',
    incidentCity: 'Ames',
    incidentState: 'IA',
  });
});

it('keeps the state list when the server does not answer', async () => {
  await openDetails({ calls: { states: { refuse: 'NOT_IMPLEMENTED' } } });
  const state = await screen.findByLabelText('State');
  expect(within(state).getAllByRole('option')).toHaveLength(53);
  expect(within(state).queryByRole('option', { name: /Turkey|Germany/ })).toBeNull();
});

it('takes over answers that another tab saved, in the fields too', async () => {
  const { store } = await openDetails({ formData: { incidentCity: 'Ames' } });
  expect(await screen.findByLabelText('City')).toHaveValue('Ames');
  act(() => {
    store.dispatch(conflictFound(aSession({ form_data: { situation: 'other', incidentCity: 'Boone' }, revision: 9 })));
    store.dispatch(conflictResolved('theirs'));
  });
  await waitFor(() => expect(screen.getByLabelText('City')).toHaveValue('Boone'));
});
