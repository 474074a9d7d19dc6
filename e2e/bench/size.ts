// `npm run bench:size`: what a first visit of each measured page has on the wire until it is interactive, from the answers of
// the site, against the budget of each. `--edit` builds the shell and every remote with one text edited; `--proof` does so too and
// writes its page under docs/proof.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openProof, proofTable } from '@redress/tools/proof';
import { editCost } from '@redress/webpack-config';
import { openChromium } from '../support/chromium.ts';
import { startProgram } from '../support/program.ts';
import { MEASURED_PAGES, pageBytes } from './page-bytes.ts';

const { values } = parseArgs({ options: { edit: { type: 'boolean' }, proof: { type: 'boolean' } } });
const ROOT = path.resolve(import.meta.dirname, '../..');
/** Builds whose words stand in a catalogue of the same name. */
const EDITED = ['shell', 'account', 'auth', 'checkout', 'letters', 'wizard'];
const kb = (bytes: number) => (bytes / 1000).toFixed(1);

const proof = openProof({
  name: 'sizes',
  title: 'Bytes of every page',
  command: 'npm run bench:size -- --proof',
  chromium: true,
});
const parts: string[] = [];
const tell = (text: string) => {
  parts.push(text);
  process.stdout.write(`${text}\n\n`);
};
const overBudget: string[] = [];

const program = await startProgram();
const browser = await openChromium();
try {
  const rows: (string | number)[][] = [];
  for (const page of MEASURED_PAGES) {
    const { document, scripts, styles, fonts, total, requests } = await pageBytes(browser, program, page);
    rows.push([page.path, ...[document, scripts, styles, total - fonts, page.budget, fonts, total].map(kb), requests]);
    if (total - fonts > page.budget) overBudget.push(`${page.path}: ${kb(total - fonts)} of ${kb(page.budget)} kB.`);
  }
  const columns = ['page', 'document', 'scripts', 'styles', 'these three', 'budget', 'fonts', 'all', 'requests'];
  const text =
    'A first visit until the page is interactive, in kB (1,000 bytes) on the wire with headers; answers of the API are not counted.';
  tell(`${text}\n\n${proofTable(columns, rows)}`);
} finally {
  await browser.close();
  await program.stop();
}

if (values.edit || values.proof) {
  const rows: (string | number)[][] = [];
  for (const name of EDITED) {
    const words = path.join(ROOT, 'packages/copy/src', name, 'en.ts');
    const build = name === 'shell' ? name : `mf-${name}`;
    const { files, changed, byDictionary, wire } = await editCost(path.join(ROOT, build), words);
    const share = (bytes: number, digits: number) => `${((100 * bytes) / wire).toFixed(digits)} %`;
    rows.push([build, files, kb(changed), kb(byDictionary), kb(wire), share(changed, 0), share(byDictionary, 2)]);
  }
  const columns = ['build', 'files', 'fetched again', 'by dictionary', 'of', 'share', 'by dictionary'];
  const text =
    'What a returning visitor fetches again after one text was edited, without headers: in Brotli, and with the files of before as dictionaries (decision 0116).';
  tell(`## One text edited\n\n${text}\n\n${proofTable(columns, rows)}`);
}
if (values.proof) process.stdout.write(`${await proof.write({ body: parts.join('\n\n'), notReached: overBudget })}\n`);
