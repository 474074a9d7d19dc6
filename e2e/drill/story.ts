import type { Locator, Page } from '@playwright/test';
import { answersByApi, openWithClaim, registerByApi, UNTIL_STORY } from '../support/api-claim.ts';
import { select } from '../support/database.ts';
import type { Program } from '../support/program.ts';
import { expect, until } from './drill.ts';

export interface Story {
  field: Locator;
  draft: string;
  address: string;
  /** What the page says about saving. */
  status(): Promise<string>;
}

const SAVED = /^Saved at/;
/** The words that are read out: a phone shows shorter ones beside them. */
const unsaved = (page: Page) => page.getByRole('status').filter({ hasText: /^Not saved/ });

/** A person who writes what happened; the first words are saved. */
export async function writeStory(page: Page, program: Program): Promise<Story> {
  const address = await registerByApi(page, program);
  const draft = await answersByApi(page, program, UNTIL_STORY, [4, 0]);
  await openWithClaim(page, `${program.url}/?step=4.0`, draft);
  const field = page.getByLabel('What happened');
  await field.fill('They kept my deposit.');
  await expect(page.getByText(SAVED)).toBeVisible({ timeout: 15_000 });
  const status = async () => (await unsaved(page).or(page.getByText(SAVED)).first().innerText()).split('\n')[0]!;
  return { field, draft, address, status };
}

/** Types on while something is broken. @returns what the page says of it, and how long it took to be saved after `heal` */
export async function writeThrough(
  page: Page,
  story: Story,
  words: string,
  heal: () => Promise<unknown> | void,
  limitMs = 30_000,
): Promise<{ said: string; savedMs: number }> {
  await story.field.fill(words);
  await expect(unsaved(page)).toBeVisible({ timeout: 20_000 });
  const said = await story.status();
  await heal();
  const savedMs = await until('the words are saved', () => page.getByText(SAVED).isVisible(), limitMs);
  await expect(story.field).toHaveValue(words);
  return { said, savedMs };
}

export async function storedStory(program: Pick<Program, 'dataDir'>, draft: string): Promise<string | undefined> {
  const sql = `select form_data->>'claimDescription' as words from claims.form_session where id = $1`;
  return (await select<{ words: string }>(program, sql, [draft]))[0]?.words;
}
