import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findUnsharedStyles } from '../lib/shared-styles.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'redress-styles-'));
  write('src/shared/screen.module.css', '@layer remote {\n  .head h1 { margin: 0.5rem; }\n  /* .gone */\n}\n');
  write('src/features/orders/orders-page.tsx', page('head'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.join(root, 'mf-x', path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, 'mf-x', file), text);
}
const page = (name: string) =>
  `import styles from '../../shared/screen.module.css';\nexport const Page = () => <p className={styles['${name}']} />;\n`;
const SHEET = 'mf-x/src/shared/screen.module.css';

it('names a class that one feature uses, in however many of its components', () => {
  write('src/features/orders/order-row.tsx', page('head'));
  write('src/features/drafts/drafts-page.test.tsx', page('head'));
  expect(findUnsharedStyles(root)).toEqual([`${SHEET}: head, used by features/orders`]);
});

it('names a class that nobody uses', () => {
  write('src/features/orders/orders-page.tsx', page('other'));
  expect(findUnsharedStyles(root)).toEqual([`${SHEET}: head, used by nobody`]);
});

it.each([
  ['two features use', 'src/features/drafts/drafts-page.tsx', page('head')],
  ['the frame of the remote uses too', 'src/app/x/routes.tsx', page('head')],
])('finds nothing where a class is one that %s', (_, file, text) => {
  write(file, text);
  expect(findUnsharedStyles(root)).toEqual([]);
});

it('leaves a shared component the classes that it alone uses', () => {
  write('src/features/orders/orders-page.tsx', '');
  write('src/shared/head.tsx', "import styles from './screen.module.css';\nexport const name = styles.head;\n");
  expect(findUnsharedStyles(root)).toEqual([]);
});
