import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findDeadFacadeNames } from '../lib/facades.mjs';

let root: string;
beforeEach(() => (root = mkdtempSync(path.join(tmpdir(), 'redress-facades-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

it('names what a facade carries and no source imports from that package', () => {
  write(
    'packages/mf-runtime/src/facades/router.ts',
    "export {\n  Link,\n  Outlet,\n  Route as Path,\n} from 'router';\n",
  );
  write('mf-one/src/page.tsx', "import { Link, type To } from 'router';\nimport { Outlet } from 'other';\n");
  write('packages/ui/src/deep/row.tsx', "import {\n  Route,\n} from 'router';\n");

  write('packages/contracts/src/zod-mini.ts', "export { enum, object, url } from 'zod/mini';\n");
  write('mf-one/src/schema.ts', "import * as z from 'zod/mini';\nconst one = z\n  .object({ kind: z.enum([]) });\n");

  expect(findDeadFacadeNames(root)).toEqual([
    'packages/contracts/src/zod-mini.ts: url',
    'packages/mf-runtime/src/facades/router.ts: Outlet',
  ]);
});
