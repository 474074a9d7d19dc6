import { selectWizard } from '@redress/session-store';
import { aUser, axeViolations } from '@redress/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { A_CLAIM, renderWizard, type WizardOptions } from '../testing/render-wizard.tsx';

const open = (checkAddress: NonNullable<NonNullable<WizardOptions['calls']>['checkAddress']>, route = '/?step=5.1') =>
  renderWizard({
    formData: A_CLAIM,
    user: aUser(),
    session: { current_step: '5sub1' },
    route,
    calls: { checkAddress },
  });
const button = (name: string) => screen.getByRole('button', { name });

it.each([
  ['undeliverable', 'The carrier cannot deliver to this address. Check street and ZIP code.'],
  ['missing-unit', 'This building has several units. Add the unit.'],
] as const)('says before paying what to do about an address that is %s, and leads to it', async (verdict, sentence) => {
  const page = await open({ verdict, insists: false });
  const notice = (await screen.findByText(sentence)).closest<HTMLElement>('[role="status"]');
  expect(within(notice as HTMLElement).getByText(new RegExp(A_CLAIM.defendantZipcode ?? '-'))).toBeInTheDocument();
  expect(await axeViolations(page.container)).toEqual([]);
  await page.user.click(button('Change address'));
  await waitFor(() => expect(selectWizard(page.store.getState())).toMatchObject({ step: 3, subStep: 1 }));
});

it('keeps that the claimant insists, and says so where the button was', async () => {
  let insists = false;
  const page = await open((asked) => {
    insists ||= asked.insists === true;
    return { verdict: 'undeliverable', insists };
  });
  await page.user.click(await screen.findByRole('button', { name: 'Mail it to this address anyway' }));
  const kept = await screen.findByText('We mail your letter to this address, as you say.');
  expect(screen.queryByRole('button', { name: /anyway/ })).not.toBeInTheDocument();
  await waitFor(() => expect(document.activeElement).toContainElement(kept));
});

it.each([
  ['the carrier delivers there', { verdict: 'deliverable', insists: false } as const],
  ['it does not say', { verdict: 'unknown', insists: false } as const],
  ['nothing answers', 'offline' as const],
])('says nothing and stops nothing when %s', async (_when, answer) => {
  const page = await open(answer);
  await screen.findByRole('button', { name: 'wizard.payment done' });
  await waitFor(() => expect(page.server.requests.map(({ call }) => call)).toContain('checkAddress'));
  expect(screen.queryByRole('button', { name: 'Change address' })).not.toBeInTheDocument();
});

it('asks on the screen before, so that the payment screen does not move', async () => {
  const page = await open({ verdict: 'undeliverable', insists: false }, '/?step=5.0');
  await waitFor(() => expect(page.server.requests.map(({ call }) => call)).toContain('checkAddress'));
  expect(screen.queryByRole('button', { name: 'Change address' })).not.toBeInTheDocument();
});
