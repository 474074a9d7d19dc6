import { expect, type Page } from '@playwright/test';

export interface Card {
  number: string;
  expiry?: string;
  cvc?: string;
}

/** Types a card into the card service's own frame; none of it is ever in our page. */
export async function fillCard(page: Page, { number, expiry = '12 / 34', cvc = '123' }: Card): Promise<void> {
  const frame = page.getByRole('group', { name: 'Card details' }).frameLocator('iframe');
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiration date').fill(expiry);
  await frame.getByLabel('Security code').fill(cvc);
}

export async function payByCard(page: Page, card: Card): Promise<void> {
  await page.getByLabel('Cardholder name').fill("Zoë O'Brien-Núñez");
  await fillCard(page, card);
  // Scrolled first: a press in the instant of a scroll goes to the card's frame where that stood before it.
  const terms = page.getByRole('checkbox', { name: /I accept the/ });
  await terms.scrollIntoViewIfNeeded();
  await terms.check();
  const pay = page.getByRole('button', { name: /^Pay \$/ });
  await expect(pay).toBeEnabled();
  await pay.scrollIntoViewIfNeeded();
  await pay.click();
}
