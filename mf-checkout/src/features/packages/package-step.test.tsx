import type { PackageOffer } from '@redress/contracts';
import { priceList } from '@redress/contracts/releases';
import { aUser, axeViolations, renderApp, type RenderOptions } from '@redress/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { slot as PackageStep } from './package-step.tsx';

const anOffer = (over: Partial<PackageOffer>): PackageOffer => ({
  id: 'demand-letter',
  title: 'Demand Letter',
  desc: 'A letter.',
  price: 39,
  originalPrice: 59,
  frequency: 'One Time',
  features: ['Certified Mail'],
  popular: false,
  ...over,
});
const packages = [
  anOffer({}),
  anOffer({ id: 'small-claims', title: 'Small Claims', price: 99, originalPrice: 149, popular: true }),
];
const quote = {
  package_id: 'demand-letter', package_title: 'Demand Letter', base_price: 39, discount: 0, coupon_code: null, recipients_count: 1,
  recipients_price: 6.99, tax_rate: 0.0625, tax_estimated: false, state_name: 'Illinois', tax: 2.87, total: 48.86, currency: 'usd' as const,
}; // prettier-ignore
const draw = (options: RenderOptions = {}) => {
  const onDone = jest.fn();
  const onBack = jest.fn();
  const rendered = renderApp(<PackageStep onDone={onDone} onBack={onBack} />, {
    user: aUser(),
    formData: {},
    ...options,
    calls: { packages: { packages }, quote: { quote }, serverTime: { server_time: 7200 * 10 - 90 }, ...options.calls },
  });
  return { ...rendered, onDone, onBack };
};
const card = async (name: string) => within(await screen.findByRole('article', { name }));

it('keeps the chosen package and continues after a second', async () => {
  const page = draw();
  const demand = await card('Demand Letter');
  jest.useFakeTimers();
  act(() => demand.getByRole('button', { name: /Get Started Now/ }).click());
  expect(page.store.getState().wizard.formData).toMatchObject({ selectedPackage: 'demand-letter', packagePrice: 39 });
  expect(demand.getByRole('button', { name: /Selected/ })).toBeInTheDocument();
  act(() => jest.advanceTimersByTime(999));
  expect(page.onDone).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(1));
  jest.useRealTimers();
  expect(page.onDone).toHaveBeenCalledTimes(1);
});

it('does not continue without a package, and says why', async () => {
  const page = draw();
  await card('Demand Letter');
  const goOn = screen.getByRole('button', { name: 'Continue with this package' });
  expect(goOn).toBeDisabled();
  expect(goOn).toHaveAccessibleDescription('Please select a package before continuing!');
  expect(await axeViolations(page.container)).toEqual([]);
});

it('offers an extra recipient on the card, chooses its package, and stays until it is typed', async () => {
  const page = draw();
  const demand = await card('Demand Letter');
  expect((await card('Small Claims')).queryByRole('button', { name: /Add a recipient/ })).toBeNull();
  jest.useFakeTimers();
  act(() => demand.getByRole('button', { name: 'Add a recipient ($6.99 each)' }).click());
  act(() => jest.advanceTimersByTime(5_000));
  jest.useRealTimers();
  expect(page.onDone).not.toHaveBeenCalled();
  expect(page.store.getState().wizard.formData.selectedPackage).toBe('demand-letter');
  const form = await screen.findByRole('form', { name: 'Recipient 1' });
  expect(form).toContainElement(document.activeElement as HTMLElement);
});

it('highlights the chosen package, not the most popular one', async () => {
  draw({ formData: { selectedPackage: 'demand-letter', packageTitle: 'Demand Letter' } });
  const [chosen, popular] = [await card('Demand Letter'), await card('Small Claims')];
  const look = (each: typeof chosen, name: RegExp) => each.getByRole('button', { name }).className;
  expect(look(chosen, /Selected/)).not.toBe(look(popular, /Get Started Now/));
});

it('shows the built-in packages when the list cannot be had, and says so', async () => {
  draw({ calls: { packages: { refuse: 'NOT_FOUND' } } });
  await screen.findByText('An error occurred while loading packages. Showing default packages.');
  expect((await card('Full Trial')).getByText('$199.00')).toBeInTheDocument();
});

it('shows those of the document, at its prices, when the list cannot be had and the document has one', async () => {
  const prices = priceList([anOffer({ price: 45.5, originalPrice: 69, features: ['Certified Mail', 'A stamp'] })]);
  draw({ calls: { packages: { refuse: 'NOT_FOUND' } }, page: { prices } });
  await screen.findByText(/Showing default packages/);
  const demand = await card('Demand Letter');
  expect(demand.getByText('$45.50')).toBeInTheDocument();
  expect(demand.getByText('A stamp')).toBeInTheDocument();
  expect(screen.getAllByRole('article')).toHaveLength(1);
});

it('says what each package adds to the one before it, and what both hold', async () => {
  draw({
    calls: {
      packages: {
        packages: [
          anOffer({ features: ['Certified Mail', 'Proof of mailing'] }),
          anOffer({ id: 'small-claims', title: 'Small Claims', features: ['Everything in Demand Letter', 'Papers'] }),
        ],
      },
    },
  });
  const linesOf = async (name: string, list: string) =>
    within((await card(name)).getByRole('list', { name: list }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(await linesOf('Demand Letter', 'What is included')).toEqual(['Certified Mail', 'Proof of mailing']);
  expect(await linesOf('Small Claims', 'Also in Demand Letter')).toEqual(['Certified Mail', 'Proof of mailing']);
  expect(await linesOf('Small Claims', 'What Small Claims adds')).toEqual(['Papers']);
});

it('shows the total of each package with the tax of the place, which the server worked out', async () => {
  const taxed = { tax_rate: 0.0625, tax_state_name: 'Texas' };
  const { server } = draw({
    formData: { incidentState: 'TX' },
    calls: {
      packages: {
        packages: [
          anOffer({ ...taxed, total_price: 41.44 }),
          anOffer({ id: 'full-trial', title: 'Full Trial', tax_rate: 0, tax_state_name: 'Oregon', total_price: 39 }),
        ],
      },
    },
  });
  expect((await card('Demand Letter')).getByText('$41.44 with Texas sales tax')).toBeInTheDocument();
  expect((await card('Full Trial')).getByText('No sales tax in Oregon')).toBeInTheDocument();
  expect(server.requests.find(({ call }) => call === 'packages')?.request).toEqual({ state_code: 'TX' });
});

it('says nothing of tax where the place is not known, or the list comes from a server that gives none', async () => {
  draw();
  await card('Demand Letter');
  expect(screen.queryByText(/sales tax/)).toBeNull();
});

it("counts down by the server's clock, and strikes prices through, only while the offer is on", async () => {
  draw();
  expect(await screen.findByText('00:01:30')).toBeInTheDocument();
  expect((await card('Small Claims')).getByText('Most Popular')).toBeInTheDocument();
  expect((await card('Small Claims')).getByText('$149.00')).toBeInTheDocument();
});

it('says why court papers do not fit who chose the letter only, and lets nobody choose them', async () => {
  const page = draw({
    formData: { overLimitChoice: 'letter-only', selectedPackage: 'small-claims', packageTitle: 'Small Claims' },
  });
  const papers = await card('Small Claims');
  expect(papers.getByText(/You chose to send the letter only/)).toBeInTheDocument();
  expect(papers.getByRole('button')).toBeDisabled();
  await page.user.click(screen.getByRole('button', { name: 'Continue with this package' }));
  expect(page.onDone).not.toHaveBeenCalled();
  expect((await card('Demand Letter')).getByRole('button', { name: /Get Started Now/ })).toBeEnabled();
});

describe('a claim whose time to go to court has passed', () => {
  const sold = { situation: 'product-defect', disputing: ['stopped-working'], incidentState: 'NY' };
  const kept = { selectedPackage: 'small-claims', packageTitle: 'Small Claims' };

  it('says on the cards that court papers do not fit it, and lets nobody choose them', async () => {
    const page = draw({ formData: { ...sold, ...kept, limitDate: '2015-01-01', limitDateOf: 'delivery' } });
    const papers = await card('Small Claims');
    expect(papers.getByRole('button')).toHaveAccessibleDescription(/the time to go to court has passed/);
    expect(papers.getByRole('button')).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Continue with this package' })).toBeDisabled();
    expect((await card('Demand Letter')).getByRole('button', { name: /Get Started Now/ })).toBeEnabled();
    expect(await axeViolations(page.container)).toEqual([]);
  });

  it.each([
    ['the day is not known', { limitDate: '2015-01-01', limitDateUnknown: true }],
    [
      'the place has no confirmed rule',
      { limitDate: '2015-01-01', limitDateOf: 'delivery' as const, incidentState: 'WY' },
    ],
    ['there is time', { limitDate: '2999-01-01', limitDateOf: 'delivery' as const }],
  ])('sells them where %s', async (_what, over) => {
    draw({ formData: { ...sold, ...kept, ...over } });
    expect((await card('Small Claims')).getByRole('button', { name: /Selected/ })).toBeEnabled();
  });
});

it('draws neither countdown nor struck prices when the offer is off', async () => {
  const { server } = draw({ page: { offer: { enabled: false } } });
  expect((await card('Small Claims')).queryByText('$149.00')).toBeNull();
  expect(server.requests.some(({ call }) => call === 'serverTime')).toBe(false);
});

it('adds a recipient with an address, shows the price of it, and takes it away again', async () => {
  const formData = { selectedPackage: 'demand-letter', packageTitle: 'Demand Letter', incidentState: 'IL' };
  const page = draw({ formData });
  await page.user.click(await screen.findByRole('button', { name: 'Add a recipient' }));
  const form = within(screen.getByRole('form', { name: 'Recipient 1' }));
  await page.user.click(form.getByRole('button', { name: 'Add this recipient' }));
  expect(form.getByLabelText('Full name or company')).toBeInvalid();
  await page.user.selectOptions(form.getByLabelText('Why do they get a copy?'), 'insurer');
  // No envelope shows it; a copy has no second form of the name.
  await page.user.type(form.getByLabelText('Full name or company'), '王小明');
  await waitFor(() => expect(form.getByLabelText('Full name or company')).toHaveAccessibleDescription(/Latin letters/));
  await page.user.clear(form.getByLabelText('Full name or company'));
  await page.user.type(form.getByLabelText('Full name or company'), "Łucja O'Neil");
  await page.user.type(form.getByLabelText('Street address'), '1 Main St');
  await page.user.type(form.getByLabelText('City'), 'Ames');
  await page.user.selectOptions(form.getByLabelText('State'), 'IA');
  await page.user.type(form.getByLabelText('ZIP code'), '50010');
  await page.user.click(form.getByRole('button', { name: 'Add this recipient' }));
  expect(await screen.findByText(/Łucja O'Neil, 1 Main St/)).toBeInTheDocument();
  const quoted = () => page.server.requests.filter(({ call }) => call === 'quote').at(-1)?.request;
  await waitFor(() => expect(quoted()).toMatchObject({ recipients_count: 1 }));
  expect(await screen.findByText('$48.86')).toBeInTheDocument();
  await page.user.click(screen.getByRole('button', { name: /Remove Łucja/ }));
  expect(page.store.getState().wizard.formData.recipients).toEqual([]);
});

it('says before it is paid what court papers answer in a place, with the fee for this sum, and what they leave to the clerk', async () => {
  const { container } = draw({ formData: { incidentState: 'FL', amount: '600', situation: 'loan' } });
  const filled = 'Filled in for Florida. Filing fee for your sum: $175.00.';
  expect(await (await card('Small Claims')).findByText(filled)).toBeInTheDocument();
  expect((await card('Demand Letter')).queryByText(/^Filled in/)).toBeNull();
  const fee = screen.getByText('Filing fee of the court in Florida').closest('div');
  expect(fee).toHaveTextContent(/\$175 .*34\.041/);
  expect(screen.getByText(/^where to file, .*and .* They ask the clerk about the rest\.$/)).toBeInTheDocument();
  expect(await axeViolations(container)).toEqual([]);
});

it('says of a place whose rules were not read that the clerk is asked', async () => {
  draw({ formData: { incidentState: 'WY', amount: '600' } });
  const asks = 'For Wyoming they list questions for the clerk, not answers.';
  expect(await (await card('Small Claims')).findByText(asks)).toBeInTheDocument();
  expect(await screen.findByText(/We have no confirmed figure/)).toBeInTheDocument();
});
