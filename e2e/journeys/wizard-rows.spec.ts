import type { Page } from '@playwright/test';
import { ANSWERS, answersByApi, openWithClaim, registerByApi } from '../support/api-claim.ts';
import { press, tabTo, type } from '../support/keyboard.ts';
import { expect, test } from '../support/test.ts';

const DEPOSIT = {
  ...ANSWERS,
  situation: 'tenant-landlord',
  situationLabel: 'Tenant or landlord',
  disputing: ['security-deposit'],
  disputingLabels: ['Security deposit'],
  claimDescription: '',
  claimCalculation: '',
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** A row that a question begins, with its day. */
async function answer(page: Page, question: string, day: string): Promise<void> {
  await press(page, button(page, `Add this ${question}`), 'Enter');
  await expect(page.getByRole('combobox', { name: 'Do you know the day?' })).toBeFocused();
  await type(page, page.getByLabel('Day', { exact: true }), day);
  await press(page, button(page, /^Done/), 'Enter');
  await expect(button(page, new RegExp(`^Change \\d: On`)).first()).toBeVisible();
}

async function amount(page: Page, add: string, label: string, what: string, dollars: string): Promise<void> {
  await press(page, button(page, add), 'Enter');
  await expect(page.getByRole('textbox', { name: label })).toBeFocused();
  await page.keyboard.type(what);
  await type(page, page.getByRole('textbox', { name: 'Amount', exact: true }), dollars);
  await press(page, button(page, /^Done/), 'Enter');
}

test('six facts, one of them from a paragraph, and three credits by keyboard on a phone that loses its line', async ({
  page,
  context,
  program,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await registerByApi(page, program);
  await openWithClaim(page, '/?step=4.0', await answersByApi(page, program, DEPOSIT, [4, 4]));
  const goOn = () => press(page, button(page, 'Continue'), 'Enter');

  const story = page.getByRole('textbox', { name: 'What happened' });
  await type(page, story, 'On May 1, 2025 I paid you the deposit. It was all I had.');
  await press(page, page.getByText('Add dates and proof'), 'Enter');
  await press(page, button(page, 'Find dates in this text'), 'Enter');
  await press(page, button(page, /^Add this line On May 1, 2025/), 'Enter');
  await expect(story).toHaveValue('It was all I had.');
  await answer(page, 'When did you move in?', '05022025');
  await context.setOffline(true);
  await answer(page, 'When did you move out?', '03012026');
  await answer(page, 'When did you give the keys back?', '03022026');
  await expect(page.getByText('Not saved yet').first()).toBeVisible();
  await context.setOffline(false);
  await answer(page, 'When did you give them your new address?', '03032026');
  await press(page, button(page, /^This did not happen When did they send a list/), 'Enter');
  await expect(page.getByText(/^Saved/).first()).toBeVisible({ timeout: 20_000 });
  await goOn();

  await press(page, page.getByText('Add the amounts line by line'), 'Enter');
  await amount(page, 'Add an amount', 'What is it for?', 'Deposit', '1500.50');
  const credit = (what: string, dollars: string) =>
    amount(page, 'Add a payment or credit', 'What was paid or taken off?', what, dollars);
  await credit('Paid back', '100');
  await credit('Cleaning', '100');
  await credit('Broken lamp', '50');
  await expect(page.getByText(/add up to \$1,250\.50\. That is the amount you ask for/)).toBeVisible();
  await goOn();
  await expect(page.getByRole('heading', { level: 1, name: 'How would you like to get paid?' })).toBeFocused();
  await goOn();
  await expect(page.getByRole('heading', { level: 1, name: "Let's get your signature" })).toBeFocused();
  await goOn();

  await expect(page.getByRole('heading', { level: 1, name: 'Generating Your File' })).toBeVisible();
  await expect(page.getByText('What happened, line 6', { exact: true }).first()).toBeVisible();
  await press(page, button(page, 'Change The sum, line 4'), 'Enter');
  await expect(page.getByRole('textbox', { name: 'What was paid or taken off?' })).toBeFocused();
  await tabTo(page, button(page, 'Continue'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/step=4\.4/);
});
