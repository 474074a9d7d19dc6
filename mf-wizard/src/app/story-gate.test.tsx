import { sentenceKey } from '@redress/domain/letter-gate';
import { selectWizard } from '@redress/session-store';
import { aUser, axeViolations } from '@redress/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { A_CLAIM, renderWizard } from '../testing/render-wizard.tsx';

const openWith = (claimDescription: string, step = '4.0') =>
  renderWizard({
    formData: { ...A_CLAIM, claimDescription },
    route: `/?step=${step}`,
    user: aUser(),
    session: { current_step: '4sub3' },
  });
const answers = ({ store }: Awaited<ReturnType<typeof openWith>>) => selectWizard(store.getState()).formData;
const cardOf = async (sentence: string) => {
  const words = await screen.findByText(sentence, { selector: 'li q' });
  return within(words.closest('li') as HTMLElement);
};

it('turns an angry sentence into a calm one without losing the fact in it', async () => {
  const angry = 'You kept my $500 deposit for three months, so I will call the police.';
  const page = await openWith(`I moved out on May 1. ${angry} You have my address.`);
  const card = await cardOf(angry);
  expect(card.getByText(/police as what comes next can be a crime/)).toBeInTheDocument();
  expect(card.getByText(/ask us to look at it after you pay/)).toBeInTheDocument();
  expect(await axeViolations(page.container)).toEqual([]);
  await page.user.click(card.getByRole('button', { name: 'Use this instead' }));
  expect(answers(page).claimDescription).toBe(
    'I moved out on May 1. You kept my $500 deposit for three months. If we cannot settle this, I may ask a court to decide. You have my address.',
  );
  expect(screen.getByRole('textbox')).toHaveFocus();
  await waitFor(() => expect(screen.queryByText(/the police/, { selector: 'li q' })).toBeNull());
  expect(screen.queryByText(/ask a court to decide/, { selector: 'li q' })).toBeNull();
});

it('takes a sentence out', async () => {
  const page = await openWith('You kept it. I will call the police. I moved out.');
  await page.user.click((await cardOf('I will call the police.')).getByRole('button', { name: 'Take it out' }));
  expect(answers(page).claimDescription).toBe('You kept it. I moved out.');
});

it('goes on only when it is decided about each threat, as fast as Continue is pressed, and never decides itself', async () => {
  const page = await openWith('You kept it. I will call the police. I moved out.');
  const box = screen.getByRole('textbox');
  const goOn = () => page.user.click(screen.getByRole('button', { name: 'Continue' }));
  await cardOf('I will call the police.');
  await goOn();
  expect(box).toHaveAccessibleDescription(/Choose what to do with each sentence/);
  fireEvent.change(box, { target: { value: 'You kept it on May 1. Pay or you will be arrested.' } });
  await goOn();
  expect(box).toBeInTheDocument();
  const card = await cardOf('Pay or you will be arrested.');
  await page.user.click(card.getByRole('button', { name: 'Leave it out of my letter' }));
  const list = within(screen.getByRole('region', { name: 'Not in your letter' }));
  expect(list.getByText(/ask us to look at it after you pay/)).toBeInTheDocument();
  expect(await axeViolations(page.container)).toEqual([]);
  await goOn();
  expect(await screen.findByRole('heading', { level: 1, name: /How did you/ })).toBeInTheDocument();
  expect(answers(page).claimDescription).toBe('You kept it on May 1. Pay or you will be arrested.');
});

it('takes out one sentence after the other as fast as they are pressed', async () => {
  const page = await openWith('You kept it. I will call the police. I moved out. You will be arrested. I wrote.');
  const [first, second] = [await cardOf('I will call the police.'), await cardOf('You will be arrested.')];
  fireEvent.click(first.getByRole('button', { name: 'Take it out' }));
  fireEvent.click(second.getByRole('button', { name: 'Take it out' }));
  expect(answers(page).claimDescription).toBe('You kept it. I moved out. I wrote.');
});

it('asks about words on other people, each by itself, and keeps what was decided', async () => {
  const page = await openWith('I will tell your wife. I will tell your boss.');
  const list = within(await screen.findByRole('region', { name: 'Not in your letter' }));
  const [wife, boss] = list.getAllByRole('checkbox', { name: 'Keep it in my letter' });
  expect(wife).toHaveAccessibleDescription('I will tell your wife.');
  await page.user.click(wife!);
  expect(wife).toBeChecked();
  expect(wife).toHaveFocus();
  expect(boss).not.toBeChecked();
  expect(screen.getByText('1 thing is not in your letter. You keep 1.')).toBeInTheDocument();
  expect(await axeViolations(page.container)).toEqual([]);
  expect(answers(page).sentenceChoices).toEqual([{ key: sentenceKey('I will tell your wife.'), choice: 'keep' }]);
  expect(answers(page).claimDescription).toBe('I will tell your wife. I will tell your boss.');
});

it('leaves out what does not tell what happened, with the reason, and keeps it by one tick', async () => {
  const page = await openWith('You kept my $500 deposit on May 1. You live alone. I will wait ten days.');
  const list = within(await screen.findByRole('region', { name: 'Not in your letter' }));
  expect(list.getByText(/already says what you ask for and what you may do next/)).toBeInTheDocument();
  expect(list.queryByText(/deposit/)).toBeNull();
  const about = (await cardOf('You live alone.')).getByRole('checkbox');
  await page.user.click(about);
  expect((await cardOf('You live alone.')).getByText(/reads it first/)).toBeInTheDocument();
  expect(answers(page).sentenceChoices).toEqual([{ key: sentenceKey('You live alone.'), choice: 'keep' }]);
  await page.user.click(about);
  expect(answers(page).sentenceChoices).toEqual([{ key: sentenceKey('You live alone.'), choice: 'cut' }]);
});

it('lists all of it once more at the review, to be kept or changed there', async () => {
  const page = await renderWizard({
    formData: { ...A_CLAIM, claimDescription: 'He owes me. I will tell your wife.', venmo: '123-45-6789' },
    route: '/?step=4.4',
    user: aUser(),
    session: { current_step: '4sub4' },
  });
  const list = within(await screen.findByRole('region', { name: 'Not in your letter' }));
  expect(screen.getByText('A reader cannot tell what happened')).toBeInTheDocument();
  expect(screen.getByText('123-45-6789', { selector: 'q' })).toBeInTheDocument();
  await page.user.click(list.getAllByRole('checkbox').at(-1)!);
  expect(answers(page).sentenceChoices).toContainEqual({ key: sentenceKey('I will tell your wife.'), choice: 'keep' });
  expect(list.getByText('I will tell your wife.')).toBeInTheDocument();
  expect(await axeViolations(page.container)).toEqual([]);
  await page.user.click(list.getByRole('button', { name: 'Change these sentences' }));
  expect(await screen.findByRole('textbox', { name: 'What happened' })).toBeInTheDocument();
});

it('says at a row what of it is left out, once, and leads from the review to that row', async () => {
  const facts = [{ id: 'a', who: 'me', what: 'asked you. I will tell your wife', dayIs: 'unknown' as const }];
  const page = await renderWizard({
    formData: {
      ...A_CLAIM,
      claimDescription: 'I lent you $500 on May 1.\n\nI asked you. I will tell your wife.',
      facts: facts.map((fact) => ({ ...fact, who: 'me' as const })),
      sumItems: [{ id: 'b', label: 'SSN 123-45-6789', cents: 125_000 }],
      claimCalculation: 'SSN 123-45-6789: $1,250.00',
    },
    route: '/?step=4.4',
    user: aUser(),
    session: { current_step: '4sub4' },
  });
  const list = within(await screen.findByRole('region', { name: 'Not in your letter' }));
  expect(list.getAllByText('I will tell your wife.', { selector: 'q' })).toHaveLength(1);
  await page.user.click(list.getByRole('button', { name: 'Change I will tell your wife.' }));
  const row = within(await screen.findByRole('group', { name: /^1: I asked you/ }));
  expect(await row.findByRole('checkbox', { name: 'Keep it in my letter' })).not.toBeChecked();
  await page.user.click(row.getByRole('button', { name: /^Done/ }));
  expect(await screen.findByText(/^Not in your letter: “I will tell your wife\.” /)).toBeInTheDocument();
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  await page.user.click(await screen.findByRole('button', { name: /^Change SSN/ }));
  expect(await screen.findByText(/^Not in your letter: “SSN 123-45-6789: \$1,250\.00” /)).toBeInTheDocument();
});

it('says when a reader cannot tell what happened, and no more once a day and a sum are named', async () => {
  await openWith('He owes me.');
  expect(await screen.findByText('A reader cannot tell what happened')).toBeInTheDocument();
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'I lent him $500 on May 1.' } });
  await waitFor(() => expect(screen.queryByText('A reader cannot tell what happened')).toBeNull());
});

it('finds what is typed once typing pauses, and says nothing about a plain account', async () => {
  await openWith('I filed a police report about the theft.');
  const box = await screen.findByRole('textbox');
  expect(screen.queryByText('Use this instead')).toBeNull();
  fireEvent.change(box, { target: { value: 'You will be arrested.' } });
  expect(await screen.findByRole('button', { name: 'Use this instead' })).toBeInTheDocument();
});

describe('a long account', () => {
  const CHATTER = 'I was quite surprised by all of this and talked about it at length with nobody. ';
  const LONG = `I hired Lee Homes to paint three rooms. ${CHATTER.repeat(3)}We signed for $2,400 on March 3, 2026. ${Array.from({ length: 14 }, (_, index) => `Then came letter number ${index} about the weather and the colors of the hall. `).join('')}He never answered.`;

  it('proposes the sentences that carry it, and keeps those the claimant marks', async () => {
    const page = await openWith(LONG);
    const group = within(await screen.findByRole('group', { name: 'What the letter itself says' }));
    expect(group.getByRole('checkbox', { name: 'We signed for $2,400 on March 3, 2026.' })).toBeChecked();
    const other = group.getByRole('checkbox', { name: /letter number 3 / });
    expect(other).not.toBeChecked();
    await page.user.click(other);
    expect(answers(page).coreSentences).toContain(
      sentenceKey(LONG.match(/Then came letter number 3 [^.]*\./)?.[0] ?? ''),
    );
    expect(other).toBeChecked();
    expect(await axeViolations(page.container)).toEqual([]);
  });

  it('asks nothing of this about a short one', async () => {
    await openWith('I moved out. You kept it.');
    await screen.findByRole('textbox');
    expect(screen.queryByRole('group', { name: 'What the letter itself says' })).toBeNull();
  });
});
