/** `npm run words`: reading grade of each screen, the mails and each paper, with its ten hardest sentences. */
import { sentencesOf } from '@redress/copy/testing';
import { writePapers, type PaperBlock } from '@redress/domain/papers';
import { gradeOf, hardestOf } from '@redress/jest-config/reading.ts';
import { readdirSync } from 'node:fs';
import { findState } from '../src/shared/reference/tax.ts';
import { SAMPLE_CLAIMS } from '../src/shared/sample-claims.ts';
import { catalogues } from '../src/texts/index.ts';

const COPY = new URL('../../../packages/copy/src/', import.meta.url);

function print(name: string, texts: readonly string[]): void {
  process.stdout.write(`\n${name}: grade ${gradeOf(texts.join('\n')).toFixed(1)}\n`);
  for (const { grade, sentence } of hardestOf(texts).slice(0, 10))
    process.stdout.write(`  ${grade.toFixed(1).padStart(4)}  ${sentence}\n`);
}

/** Our own words of a paper: rows of the law and tables of the case are quoted. */
const ownWords = (block: PaperBlock): readonly string[] =>
  block.kind === 'paragraph' || block.kind === 'note' ? [block.text] : block.kind === 'list' ? block.items : [];

for (const { name } of readdirSync(COPY, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  const file = new URL(`${name}/en.ts`, COPY);
  const texts = await import(file.href).then(
    (module: object) => sentencesOf({ ...module }),
    () => [],
  );
  if (texts.length > 0) print(name, texts);
}
print('mails and answers', catalogues('en').flatMap(sentencesOf));

const answers = SAMPLE_CLAIMS[0]?.answers ?? {};
for (const code of ['FL', 'TX', 'AL']) {
  const letter = { letterDay: '2026-10-01', payBy: '2026-10-26' };
  const input = { data: answers, state: findState(code), madeOn: '2026-11-21', letter };
  for (const { id, blocks } of writePapers('full-trial', input)) print(`${id}, ${code}`, blocks.flatMap(ownWords));
}
