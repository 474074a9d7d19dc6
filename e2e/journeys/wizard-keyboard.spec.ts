import type { Page } from '@playwright/test';
import { press, tabTo, type } from '../support/keyboard.ts';
import { mailedCode, newAddress, PASSWORD } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const on = (page: Page, name: string | RegExp) => expect(page.getByRole('heading', { level: 1, name })).toBeFocused();

async function address(page: Page, street: string, zip: string): Promise<void> {
  await type(page, page.getByLabel('Street address'), street);
  await page.keyboard.press('Escape');
  await type(page, page.getByLabel('City'), 'Springfield');
  await type(page, page.getByLabel('State', { exact: true }), 'Illinois');
  await type(page, page.getByLabel('ZIP code'), zip);
  await page.keyboard.press('Enter');
}

test('from the first tile to the card form without a mouse, a person against a person', async ({ page, program }) => {
  test.setTimeout(120_000);
  await page.clock.install();
  const goOn = () => press(page, page.getByRole('button', { name: 'Continue', exact: true }), 'Enter');

  await page.goto('/');
  await press(page, page.getByRole('radio', { name: 'Debt collection' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Broken contract' })).toBeChecked();
  await page.keyboard.press('Enter');
  await on(page, 'Check all that apply');
  await press(page, page.getByRole('checkbox').first());
  await page.keyboard.press('Enter');

  await on(page, 'Tell us more about it');
  await type(page, page.getByLabel('How much are you owed?'), '1250.50');
  await type(page, page.getByLabel('When did it happen?'), '03022026');
  await address(page, '12 Elm St', '62701');

  await test.step('the gate keeps the keyboard inside, and Escape leads back with everything kept', async () => {
    const gate = page.getByRole('dialog', { name: 'Save Your Progress' });
    await expect(gate).toBeVisible();
    await page.keyboard.press('Escape');
    await on(page, 'Tell us more about it');
    await expect(page.getByLabel('ZIP code')).toHaveValue('62701');
    await goOn();
    const email = newAddress();
    await type(page, gate.getByLabel('E-mail'), email);
    await type(page, gate.getByRole('textbox', { name: 'Password' }), PASSWORD);
    await page.keyboard.press('Enter');
    const verification = page.getByRole('dialog', { name: 'Email Verification' });
    await type(page, verification.getByLabel('Verification code'), await mailedCode(program, email));
    await page.keyboard.press('Enter');
  });

  await on(page, 'Who are you filing this claim as?');
  await press(page, page.getByRole('radio', { name: 'Person' }));
  await page.keyboard.press('Enter');
  await on(page, 'Fill in your personal information');
  await type(page, page.getByLabel('First name'), 'Zoë');
  await type(page, page.getByLabel('Last name'), "O'Brien-Núñez");
  await press(page, page.getByRole('checkbox', { name: 'Same as where it happened' }));
  await goOn();
  await on(page, 'Who are you filing this claim against?');
  await press(page, page.getByRole('radio', { name: 'Person' }));
  await page.keyboard.press('Enter');
  await on(page, 'Fill in their personal information');
  await type(page, page.getByLabel('First name'), 'Łucja');
  await type(page, page.getByLabel('Last name'), 'Nguyễn');
  await address(page, '99 Pine Rd', '62703');

  await on(page, 'Here is where you tell us what happened');
  await type(page, page.getByLabel('What happened'), 'They kept my deposit.');
  await goOn();
  await on(page, /How did you calculate \$1,250\.50/);
  await type(page, page.getByLabel('How you calculated it'), 'The deposit.');
  await goOn();
  await on(page, 'How would you like to get paid?');
  await goOn();
  await on(page, "Let's get your signature");
  await tabTo(page, page.getByRole('radio', { name: 'Draw', exact: true }));
  await page.keyboard.press('ArrowRight');
  await type(page, page.getByLabel('Type your full name'), "Zoë O'Brien-Núñez");
  await expect(page.getByText('Signature saved')).toBeVisible();
  await goOn();

  await on(page, 'Generating Your File');
  await expect(async () => {
    await page.clock.fastForward(2_000);
    await expect(page).toHaveURL(/step=5\.0$/, { timeout: 100 });
  }).toPass();
  const choose = page.getByRole('button', { name: /^Get Started Now/ }).first();
  await press(page, choose, 'Enter');
  await page.clock.fastForward(2_000);
  await expect(page).toHaveURL(/step=5\.1$/);
  await type(page, page.getByLabel('Cardholder name'), "Zoë O'Brien-Núñez");
  await tabTo(page, page.getByRole('group', { name: 'Card details' }).locator('iframe'));
});
