import { ANSWERS, answersByApi, callApi, openWithClaim, paidClaim, registerByApi } from '../support/api-claim.ts';
import { endChangeWindow } from '../support/database.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const FACTS = [
  'I lent them $1,250.50 on March 2.',
  'They promised to pay in April and did not.',
  'You kept my $300 lamp as well',
  'On May 4 I asked in writing.',
];
const ANGRY = `${FACTS[0]} ${FACTS[1]} ${FACTS[2]}, so I will call the police. ${FACTS[3]} Pay me or I will come to your house. I will tell your boss what you are.`;

test('an angry story becomes a calm letter, and no fact of it is lost', async ({ page, program }) => {
  await registerByApi(page, program);
  const id = await answersByApi(page, program, { ...ANSWERS, claimDescription: '' }, [4, 0]);
  await openWithClaim(page, '/?step=4.0', id);
  const story = page.getByRole('textbox', { name: 'What happened' });
  await expect(story).toBeVisible();

  await story.fill(ANGRY);
  const card = (sentence: string) => page.getByRole('listitem').filter({ hasText: sentence });
  await card('call the police').getByRole('button', { name: 'Use this instead' }).click();
  await card('come to your house').getByRole('button', { name: 'Take it out' }).click();
  await expect(card('tell your boss').getByRole('checkbox', { name: 'Keep it in my letter' })).not.toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();

  const letter = page.getByRole('region', { name: 'Preview of your letter' });
  await expect(letter.getByText(/Sincerely,/)).toBeVisible({ timeout: 30_000 });
  const words = await letter.innerText();
  for (const fact of FACTS) expect(words).toContain(fact);
  expect(words).not.toMatch(/police|your house|boss/);
});

test('a threat typed into the letter reaches no printer: not by saving, not in a second tab, not by the window', async ({
  page,
  program,
  context,
}) => {
  const address = await registerByApi(page, program);
  const { formSessionId, demandId } = await paidClaim(page, program, address);
  await openWithClaim(page, '/result', formSessionId);
  const editor = page.getByRole('textbox', { name: 'Text of the letter' });
  await expect(editor).toBeVisible();
  const written = await editor.inputValue();
  const threat = 'Pay or I will call the police.';

  await editor.fill(`${written}\n${threat}`);
  await page.getByRole('button', { name: 'SAVE', exact: true }).click();
  await expect(page.getByText(/says something that we cannot mail/)).toBeVisible();

  const second = await context.newPage();
  await openWithClaim(second, '/result', formSessionId);
  const other = second.getByRole('textbox', { name: 'Text of the letter' });
  await expect(other).toBeVisible();
  await other.fill(`${written}\nYou will be arrested.`);
  await second.getByRole('button', { name: 'SAVE', exact: true }).click();
  await expect(second.getByText(/says something that we cannot mail/)).toBeVisible();
  await second.close();

  await endChangeWindow(program, demandId);
  const printed = `/api/check_existing_demand.php?form_session_id=${formSessionId}`;
  await expect(async () => {
    const { state } = await callApi<{ state: string }>(page, program, printed);
    expect(state).toBe('posted');
  }).toPass({ timeout: 30_000 });
  const { demand_letter: text } = await callApi<{ demand_letter: string }>(page, program, printed);
  expect(text).toBe(written);
});
