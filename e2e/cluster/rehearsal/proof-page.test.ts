import { readPage, withDrill, type Drilled } from './proof-page.ts';

const drilled = (title: string, isReached = true): Drilled => ({
  title,
  command: `npm run cluster -- drill ${title.toLowerCase()}`,
  about: 'What was done.',
  figures: [{ what: 'failed requests', measured: isReached ? '0' : '3', limit: '0', isReached }],
});
const pageOf = ({ body, notReached }: ReturnType<typeof withDrill>) =>
  `# The cluster\n\n${body}\n\n## Not reached\n\n${notReached.map((line) => `- ${line}`).join('\n')}\n`;

it('replaces the section of a drill, and keeps those of the others', () => {
  const first = pageOf(withDrill(readPage(''), drilled('Upgrade', false), 'on Monday'));
  const both = pageOf(withDrill(readPage(first), drilled('Restarts'), 'on Tuesday'));
  expect(both.match(/^## .+$/gm)).toEqual(['## Restarts', '## Upgrade', '## Not reached']);
  expect(both).toContain('- Upgrade: failed requests: 3 (0).');
  const again = pageOf(withDrill(readPage(both), drilled('Upgrade'), 'on Wednesday'));
  expect(again).toContain('By `npm run cluster -- drill restarts`, on Tuesday.');
  expect(again).not.toContain('Monday');
  expect(readPage(again).notReached).toEqual([]);
});
