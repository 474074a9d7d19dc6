import { aUser, axeViolations } from '@redress/testing';
import { screen, waitFor } from '@testing-library/react';
import { A_CLAIM, answersOf, openAt, renderWizard, type RenderedWizard } from '../testing/render-wizard.tsx';

const press = ({ user }: RenderedWizard) => user.click(screen.getByRole('button', { name: 'Continue' }));

it.each([
  ['2.0', { userType: '' as const }, 'Please select one option before continuing!'],
  ['3.0', { whoUser: '' as const }, 'Please select who you are filing this claim against!'],
])('asks on %s for a person or a business, in its own words', async (step, over, message) => {
  const page = await openAt(step, over);
  await screen.findByRole('radio', { name: /Business/ });
  await press(page);
  expect(await screen.findByText(message)).toBeInTheDocument();
  await page.user.click(screen.getByRole('radio', { name: /Business/ }));
  expect(screen.queryByText(message)).toBeNull();
  expect(await axeViolations(page.container)).toEqual([]);
});

it('asks a business for its legal name, a person only for their own', async () => {
  const page = await openAt('2.1', { userType: '2' });
  expect(await screen.findByRole('heading', { name: 'Fill in your business information' })).toBeInTheDocument();
  await press(page);
  expect(await screen.findByRole('alert')).toHaveFocus();
  expect(screen.getByLabelText('Legal name of the business')).toHaveAccessibleDescription(/This field is required/);
  expect(await axeViolations(page.container)).toEqual([]);
});

it.each([
  ['2.1', { userType: '2' as const, businessName: 'Pay or I have you arrested LLC' }, 'Legal name of the business'],
  ['3.1', { defendantFirstname: 'I know where', defendantLastname: 'you live' }, 'First name'],
  ['4.2', { venmo: '123-45-6789' }, /^Venmo/],
])('names on %s the field whose text the other side must not read', async (step, over, label) => {
  const page = await openAt(step, over);
  const field = await screen.findByLabelText(label);
  await waitFor(async () => {
    await press(page);
    expect(field).toHaveAccessibleDescription(/The other side reads this/);
  });
  expect(screen.getByRole('alert')).toHaveTextContent(/without a message or secret number/);
  const way = screen.getByRole('link', { name: 'Write to us about this case' });
  expect(way).toHaveAttribute('href', expect.stringMatching(/^mailto:[^?]+\?subject=Case%20[\da-f]{24}%3A/));
});

it('takes every letter in a name, and only digits in phone and ZIP', async () => {
  const page = await openAt('2.1', { firstname: '', phonenumber: '', zipcode: '' });
  await page.user.type(await screen.findByLabelText('First name'), 'Nguyễn-Łukasz ’Ó');
  await page.user.type(screen.getByLabelText(/Phone number/), '(515) 555-0100');
  await page.user.type(screen.getByLabelText('ZIP code'), '50-010');
  await page.user.tab();
  expect(answersOf(page)).toMatchObject({ firstname: 'Nguyễn-Łukasz ’Ó', phonenumber: '5155550100', zipcode: '50010' });
});

it('refuses a bad e-mail and a short ZIP next to their fields, and the first wrong one is listed first', async () => {
  const page = await openAt('2.1', { email: 'zoe@', zipcode: '123' });
  await screen.findByLabelText('First name');
  await press(page);
  const lines = [...(await screen.findByRole('alert')).querySelectorAll('button')].map((line) => line.textContent);
  expect(lines).toEqual(['Please enter a valid email address', 'Zip code must be at least 5 digits']);
});

it('takes over the place where it happened, and gives back what was typed when the tick goes', async () => {
  const page = await openAt('2.1', { address: '7 Typed Rd', city: 'Boone' });
  const box = await screen.findByRole('checkbox', { name: 'Same as where it happened' });
  await page.user.click(box);
  await waitFor(() =>
    expect(answersOf(page)).toMatchObject({ sameAddress: true, address: '12 Oak Ave', city: 'Ames', country: 'IA' }),
  );
  expect(screen.queryByLabelText('Street address')).toBeNull();
  expect(box).toHaveFocus();
  await page.user.click(box);
  await waitFor(() =>
    expect(answersOf(page)).toMatchObject({ sameAddress: false, address: '7 Typed Rd', city: 'Boone' }),
  );
  expect(answersOf(page).incidentAddress).toBe('12 Oak Ave');
});

it('asks for a website only of a business, and says what one looks like', async () => {
  const page = await openAt('3.1', { whoUser: '2', defendantBusinessName: 'Park LLC', defendantWebsite: 'parkauto' });
  await press(page);
  expect(await screen.findAllByText('Please enter a valid website URL')).not.toHaveLength(0);
  await page.user.clear(screen.getByLabelText(/Website/));
  await page.user.type(screen.getByLabelText(/Website/), 'www.parkauto.example');
  expect(screen.queryByText('Please enter a valid website URL')).toBeNull();
  await press(page);
  expect(await screen.findByRole('heading', { name: /tell us what happened/ })).toBeInTheDocument();
});

it('fills in what the account knows, once', async () => {
  const { firstname: _first, lastname: _last, email: _email, ...rest } = A_CLAIM;
  const page = await renderWizard({
    formData: rest,
    route: '/?step=2.1',
    user: aUser(),
    session: { current_step: '4' },
  });
  await waitFor(() => expect(screen.getByLabelText(/E-mail/)).toHaveValue('zoe@example.com'));
  await page.user.clear(screen.getByLabelText(/E-mail/));
  expect(screen.getByLabelText(/E-mail/)).toHaveValue('');
});

it('asks a business about a limit that is lower for businesses', async () => {
  const page = await openAt('2.0', { userType: '1', incidentState: 'CA', amount: '9000' });
  expect(screen.queryByText('Above the small-claims limit')).toBeNull();
  await page.user.click(await screen.findByRole('radio', { name: /Business/ }));
  await press(page);
  expect(await screen.findAllByText(/Choose how you want to go on/)).not.toHaveLength(0);
});

it('asks a business whose debt it is, and stops one that was bought with where to go', async () => {
  const page = await openAt('2.0', { situation: 'debt-collection', disputing: ['unpaid-invoice'], userType: '2' });
  await page.user.click(await screen.findByRole('radio', { name: /We bought it from somebody else/ }));
  expect(await screen.findByText('We cannot help with this debt')).toBeInTheDocument();
  await press(page);
  expect(await screen.findAllByText('We cannot help to collect debts of others')).not.toHaveLength(0);
  await page.user.click(screen.getByRole('radio', { name: /^Ours/ }));
  expect(screen.queryByText('We cannot help with this debt')).toBeNull();
  expect(answersOf(page).debtOwner).toBe('own');
});

it('asks a person for no website, takes a PO box for the letter, and says that court papers cannot be handed over there', async () => {
  const page = await openAt('3.1', { defendantAddress: 'P.O. Box 7' });
  expect(await screen.findByText(/court papers cannot be handed over there/)).toBeInTheDocument();
  expect(screen.queryByLabelText(/Website/)).toBeNull();
  await press(page);
  expect(await screen.findByRole('heading', { name: /tell us what happened/ })).toBeInTheDocument();
});

it('shows what the envelope says for a name it splits, cuts or cannot print, and takes another form', async () => {
  const page = await openAt('3.1', {
    whoUser: '2',
    defendantBusinessName: `The Northwestern Carpentry and Cabinet Making Company of Portland ${'and Partners '.repeat(3)}`,
  });
  expect(await screen.findByText(/On the envelope:/)).toHaveTextContent(/The Northwestern Carpentry and Cabinet/);
  expect(screen.getByText(/This part does not fit: and Partners/)).toBeInTheDocument();
  await page.user.type(screen.getByRole('textbox', { name: /Another form of the name/ }), 'Northwestern Carpentry');
  expect(screen.getByText(/On the envelope:/)).toHaveTextContent('On the envelope: Northwestern Carpentry');
  await page.user.tab();
  expect(answersOf(page).defendantLatinName).toBe('Northwestern Carpentry');
  await page.user.clear(screen.getByRole('textbox', { name: /^Legal name/ }));
  await page.user.type(screen.getByRole('textbox', { name: /^Legal name/ }), '王小明');
  await page.user.clear(screen.getByRole('textbox', { name: /The name in Latin letters/ }));
  expect(screen.getByText(/The envelope cannot show this name/)).toBeInTheDocument();
});

it.each([
  ['1.2', 'It happened in another country', { incidentState: 'outside-us' }],
  ['2.1', 'Your address is in another country', { country: 'outside-us', sameAddress: false }],
  ['3.1', 'Their address is in another country', { defendantCountry: 'outside-us' }],
] as const)('refuses another country on %s, with where to go, and takes a state after all', async (step, why, over) => {
  const page = await openAt(step, { ...over });
  expect(await screen.findByText(new RegExp(why))).toBeInTheDocument();
  const way = screen.getByRole('link', { name: /European small claims/ });
  expect(way).toHaveAttribute('href', expect.stringMatching(/^https:/));
  await press(page);
  expect(await screen.findAllByText(/Choose a state of the United States/)).not.toHaveLength(0);
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Iowa');
  expect(screen.queryByText(new RegExp(why))).toBeNull();
});

it('takes one name where there is only one, and asks for Latin letters beside a name the envelope cannot carry', async () => {
  const page = await openAt('2.1', { firstname: '王小明', lastname: '' });
  expect(await screen.findByLabelText('The name in Latin letters')).toBeInTheDocument();
  await page.user.click(screen.getByRole('checkbox', { name: 'I have only one name' }));
  expect(screen.queryByLabelText('Last name')).toBeNull();
  await press(page);
  expect(screen.getByLabelText('The name in Latin letters')).toHaveAccessibleDescription(/Write it in Latin letters\./);
  await page.user.type(screen.getByLabelText('The name in Latin letters'), 'Wang Xiaoming');
  await press(page);
  expect(await screen.findByRole('heading', { name: 'Who are you filing this claim against?' })).toBeInTheDocument();
});

it('refuses a handle that cannot be printed, as it does a name or a street', async () => {
  const page = await openAt('4.2', { venmo: '@ana 😀' });
  await screen.findByLabelText(/^Venmo/);
  await press(page);
  expect(screen.getByLabelText(/^Venmo/)).toHaveAccessibleDescription(/cannot be printed/);
});

it('refuses a name that cannot be printed, and asks no contact of a business', async () => {
  const page = await openAt('3.1', {
    whoUser: '2',
    defendantBusinessName: 'Lee 😀',
    defendantFirstname: '',
    defendantLastname: '',
  });
  await screen.findByLabelText('Legal name of the business');
  expect(screen.getByLabelText('First name (optional)')).toBeInTheDocument();
  await press(page);
  expect(await screen.findAllByText(/cannot be printed/)).not.toHaveLength(0);
  await page.user.clear(screen.getByLabelText('Legal name of the business'));
  await page.user.type(screen.getByLabelText('Legal name of the business'), 'Lee LLC');
  await press(page);
  expect(await screen.findByRole('heading', { name: 'Here is where you tell us what happened' })).toBeInTheDocument();
});
