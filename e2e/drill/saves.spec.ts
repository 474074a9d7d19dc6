import { drill, expect, seconds } from './drill.ts';
import { HTTP_FAULTS } from './http-proxy.ts';
import { storedStory, writeStory, writeThrough } from './story.ts';

const SAVE = /\/api\/register\/save_form_data\.php/;

for (const fault of HTTP_FAULTS.filter((each) => each !== 'slow')) {
  drill(
    `saves: ${fault}`,
    {
      group: 'browser to API',
      hypothesis: 'Nothing typed is lost; the page says that it is not saved; 5 s after the fault it is.',
      timeoutMs: 120_000,
    },
    async ({ page, program, front }) => {
      const story = await writeStory(page, program);
      front.spoil(SAVE, fault);
      const words = `They kept my deposit. I asked twice (${fault}).`;
      let met = 0;
      const { said, savedMs } = await writeThrough(page, story, words, () => void (met = front.heal()));
      expect(await storedStory(program, story.draft)).toBe(words);
      expect(savedMs, 'saved after the fault').toBeLessThan(10_000);
      return {
        sees: `"${said}", then "Saved at …" ${seconds(savedMs)} after the fault.`,
        books: `The last words, once; ${met} saves met the fault.`,
        out: 'Nothing.',
      };
    },
  );
}

drill(
  'saves: slow',
  { group: 'browser to API', hypothesis: 'A slow save is a save: nothing is said to be lost.' },
  async ({ page, program, front }) => {
    const story = await writeStory(page, program);
    front.spoil(SAVE, 'slow');
    const started = Date.now();
    await story.field.fill('They kept my deposit. I asked slowly.');
    await expect(async () => {
      expect(await storedStory(program, story.draft)).toBe('They kept my deposit. I asked slowly.');
      await expect(page.getByText(/^Saved at/)).toBeVisible();
    }).toPass({ timeout: 20_000 });
    return {
      sees: `"Saved at …" ${seconds(Date.now() - started)} after the last key, each answer 1.5 s late.`,
      books: 'The last words.',
      out: 'Nothing.',
    };
  },
);
