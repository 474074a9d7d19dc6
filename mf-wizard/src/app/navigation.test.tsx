import { selectWizard } from '@redress/session-store';
import { aUser } from '@redress/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { A_CLAIM, renderWizard, type WizardOptions } from '../testing/render-wizard.tsx';

const open = (options: WizardOptions = {}) =>
  renderWizard({ formData: A_CLAIM, user: aUser(), session: { current_step: '4sub3' }, route: 'here', ...options });
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const back = () => act(() => history.back());
const position = ({ store }: Awaited<ReturnType<typeof open>>) => {
  const { step, subStep } = selectWizard(store.getState());
  return `${step}.${subStep}`;
};

beforeEach(() => history.replaceState(null, '', '/'));

it('has an entry in the history for each screen, on the path /', async () => {
  history.replaceState(null, '', '/?step=2.0');
  const page = await open();
  await heading('Who are you filing this claim as?');
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  await heading('Fill in your personal information');
  await waitFor(() => expect(location.search).toBe('?step=2.1'));
  expect(location.pathname).toBe('/');
  back();
  await heading('Who are you filing this claim as?');
  expect(position(page)).toBe('2.0');
  act(() => history.forward());
  await heading('Fill in your personal information');
});

it('follows Back and Forward through every step after a reload', async () => {
  const STEPS = ['1.0', '1.1', '1.2', '2.0', '2.1', '3.0', '3.1', '4.0', '4.1', '4.2', '4.3'];
  for (const step of STEPS) history.pushState(null, '', step === '1.0' ? '/' : `/?step=${step}`);
  const page = await open();
  const stands = (step: string) => waitFor(() => expect(position(page)).toBe(step));
  await stands('4.3');
  for (const step of STEPS.toReversed().slice(1)) {
    back();
    await stands(step);
  }
  for (const step of STEPS.slice(1)) {
    act(() => history.forward());
    await stands(step);
    expect(location.search).toBe(`?step=${step}`);
  }
});

it('goes forward again to a screen that a reload opened and that is still empty', async () => {
  history.pushState(null, '', '/?step=1.1');
  history.pushState(null, '', '/?step=1.2');
  const page = await open({
    formData: { situation: 'debt-collection', disputing: ['personal-loan'], disputingLabels: ['Personal loan'] },
    session: { current_step: '1sub1' },
  });
  await waitFor(() => expect(position(page)).toBe('1.2'));
  back();
  await waitFor(() => expect(position(page)).toBe('1.1'));
  act(() => history.forward());
  await waitFor(() => expect(position(page)).toBe('1.2'));
  expect(location.search).toBe('?step=1.2');
});

it('opens the screen of a link or a reload', async () => {
  history.replaceState(null, '', '/?step=3.1');
  await open();
  await heading('Fill in their personal information');
  expect(location.search).toBe('?step=3.1');
});

it('opens where the answers end when the link leads further, and says so in the address', async () => {
  history.replaceState(null, '', '/?step=5.1');
  await open({ formData: { situation: 'other', disputing: [] }, session: { current_step: '1' } });
  await heading(/best classifies/);
  await waitFor(() => expect(location.search).toBe(''));
});

it('gives each screen its heading in focus and its own title', async () => {
  history.replaceState(null, '', '/?step=2.0');
  const page = await open();
  await heading('Who are you filing this claim as?');
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await heading('Fill in your personal information')).toHaveFocus();
  expect(page.host.title()).toBe('Fill in your personal information');
});

it('moves once however often Continue is pressed', async () => {
  history.replaceState(null, '', '/?step=2.0');
  const page = await open();
  await heading('Who are you filing this claim as?');
  await page.user.dblClick(screen.getByRole('button', { name: 'Continue' }));
  await heading('Fill in your personal information');
  expect(position(page)).toBe('2.1');
});

describe('step headers', () => {
  const rail = () => within(screen.getByRole('navigation', { name: 'Steps of your case' }));

  it('lead to every step the answers allow', async () => {
    const page = await open({ formData: A_CLAIM });
    await page.user.click(await screen.findByRole('button', { name: /Their Information/ }));
    await heading('Who are you filing this claim against?');
  });

  it('refuse the others with a message, and nothing moves', async () => {
    const page = await open({ formData: { situation: 'other' }, session: { current_step: '1' } });
    await heading(/best classifies/);
    await page.user.click(rail().getByRole('button', { name: /Claim Details/ }));
    expect(
      screen.getByText('Please complete the previous steps to navigate here.', { selector: '[role=status]' }),
    ).toBeInTheDocument();
    expect(position(page)).toBe('1.0');
  });

  it('lead a visitor through the gate', async () => {
    const { user: _nobody, ...options } = { user: aUser(), formData: A_CLAIM, session: { current_step: '1sub2' } };
    const page = await renderWizard(options);
    await heading('Save Your Progress');
    await page.user.click(await screen.findByRole('button', { name: 'wizard.account-gate back' }));
    await heading('Tell us more about it');
    await page.user.click(rail().getByRole('button', { name: /Their Information/ }));
    await heading('Save Your Progress');
  });
});

describe('changing one answer', () => {
  it('returns to where one was', async () => {
    history.replaceState(null, '', '/?step=4.2');
    const page = await open();
    await heading(/get paid/);
    const card = within(await screen.findByRole('complementary', { name: 'Your case so far' }));
    await page.user.click(card.getByRole('button', { name: /Change\s+Amount/ }));
    await heading('Tell us more about it');
    expect(location.search).toBe('?step=1.2&return=4.2');
    await page.user.click(screen.getByRole('button', { name: 'Continue' }));
    await heading(/get paid/);
  });

  it('asks first what the change has opened', async () => {
    history.replaceState(null, '', '/?step=1.0&return=4.2');
    const page = await open();
    await heading(/best classifies/);
    await page.user.click(screen.getByRole('radio', { name: 'Auto repair' }));
    await waitFor(() =>
      expect(page.server.requests.some(({ request }) => request['parent_id'] === 'auto-repair')).toBe(true),
    );
    await act(() => Promise.resolve());
    await page.user.click(screen.getByRole('button', { name: 'Continue' }));
    await heading('Check all that apply');
    await page.user.click((await screen.findAllByRole('checkbox'))[0] as HTMLElement);
    await page.user.click(screen.getByRole('button', { name: 'Continue' }));
    await heading(/get paid/);
  });
});

describe('step 5 and 6', () => {
  const session = { current_step: '5sub2' };

  it('draws package, payment and order by their slots, and hands over to the letter', async () => {
    history.replaceState(null, '', '/?step=5.0');
    const page = await open({ session });
    await page.user.click(await screen.findByRole('button', { name: 'wizard.package done' }));
    await page.user.click(await screen.findByRole('button', { name: 'wizard.payment done' }));
    await page.user.click(await screen.findByRole('button', { name: 'wizard.order done' }));
    await waitFor(() => expect(page.host.navigated).toEqual(['/result']));
  });

  it('never leads back to the card form once it is paid', async () => {
    history.replaceState(null, '', '/?step=5.1');
    const page = await open({ session });
    await page.user.click(await screen.findByRole('button', { name: 'wizard.payment done' }));
    await page.user.click(await screen.findByRole('button', { name: 'wizard.order back' }));
    expect(position(page)).toBe('5.2');
  });

  it('ends with the order in reading B', async () => {
    history.replaceState(null, '', '/?step=5.2');
    const page = await open({ session, wizard: { layout: 'B' } });
    await page.user.click(await screen.findByRole('button', { name: 'wizard.order done' }));
    expect(page.host.navigated).toEqual(['/result']);
  });
});

describe('a second letter', () => {
  const caseId = 'c'.repeat(24);
  const open = (route: string) =>
    renderWizard({
      formData: { ...A_CLAIM, selectedPackage: 'second-letter', packageTitle: 'Second Demand Letter' },
      user: aUser(),
      route,
      session: { current_step: '5sub1', original_session_id: caseId, follows_demand_id: 'd'.repeat(24) },
    });

  it('is only paid here: Back leads to its case', async () => {
    const page = await open('/?step=5.1');
    await page.user.click(await screen.findByRole('button', { name: 'wizard.payment back' }));
    expect(page.host.navigated).toEqual([`/case/${caseId}`]);
  });

  it('has no answers of its own to change: their screens lead to its case', async () => {
    const page = await open('/?step=2.1');
    await waitFor(() => expect(page.host.navigated).toEqual([`/case/${caseId}`]));
    expect(screen.queryByLabelText('Last name')).toBeNull();
  });
});
