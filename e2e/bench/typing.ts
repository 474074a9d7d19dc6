// `npm run bench:typing [-- --keys=60]`: how long a key is handled, and how long until its frame, while a story of 20,000
// characters with emoji and right-to-left text is open beside the letter; on this processor and on one four times as slow.
import { parseArgs } from 'node:util';
import { percentile } from '@redress/tools/proof';
import { ANSWERS, answersByApi, openWithClaim, registerByApi } from '../support/api-claim.ts';
import { openChromium } from '../support/chromium.ts';
import { startProgram } from '../support/program.ts';

const { values } = parseArgs({ options: { keys: { type: 'string', default: '60' } } });
const keys = Number(values.keys);
const STORY = 'مرحبا 👩‍👧 They kept my car.\n\nشكرا — “never” repaired; '.repeat(500).slice(0, 19_900);

const program = await startProgram();
const browser = await openChromium();
try {
  const page = await browser.newPage({ baseURL: program.url });
  await registerByApi(page, program);
  const draft = await answersByApi(page, program, { ...ANSWERS, claimDescription: STORY }, [4, 0]);
  const devTools = await page.context().newCDPSession(page);
  process.stdout.write(
    '| slower | handled ms, median | 95 % | frame ms, median | 95 % |\n| --- | --- | --- | --- | --- |\n',
  );
  for (const rate of [1, 4]) {
    await devTools.send('Emulation.setCPUThrottlingRate', { rate });
    await openWithClaim(page, '/?step=4.0', draft);
    const story = page.getByLabel('What happened');
    await story.press('Control+End');
    const took = await page.evaluate(async (count) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const measured: { handled: number; frame: number }[] = [];
      for (let key = 0; key < count; key += 1) {
        // Keys begin at any moment of a frame, and no sooner than a person can press the next one.
        await new Promise((resolve) => setTimeout(resolve, 40));
        const before = performance.now();
        document.execCommand('insertText', false, 'x');
        const handled = performance.now() - before;
        await frame();
        await frame();
        measured.push({ handled, frame: performance.now() - before });
      }
      return measured;
    }, keys);
    const handled = took.map((key) => key.handled);
    const frames = took.map((key) => key.frame);
    const figures = [handled, frames].flatMap((all) => [0.5, 0.95].map((part) => percentile(all, part).toFixed(1)));
    process.stdout.write(`| ${rate}x | ${figures.join(' | ')} |\n`);
  }
} finally {
  await browser.close();
  await program.stop();
}
