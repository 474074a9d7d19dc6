import { createRequire } from 'node:module';
import path from 'node:path';

const RUNTIME = createRequire(import.meta.url).resolve('react-refresh/runtime');
/** TypeScript here, JavaScript in the package that other repositories install. */
export const REFRESH_CLIENT = path.join(import.meta.dirname, `refresh-client${path.extname(import.meta.filename)}`);

/** On the first line, so that the lines of the module stay where they are. */
const BEFORE = [
  `import * as $runtime from ${JSON.stringify(RUNTIME)};`,
  `import { offerUpdate as $offerUpdate } from ${JSON.stringify(REFRESH_CLIENT)};`,
  'const $RefreshReg$ = (type, id) => $runtime.register(type, `${__webpack_module__.id} ${id}`);',
  'const $RefreshSig$ = $runtime.createSignatureFunctionForTransform;',
].join('');
const AFTER = '\n$offerUpdate(__webpack_exports__, import.meta.webpackHot);\n';

/** Gives a module of components or hooks what swc's `refresh` calls, and offers its next version to the page as it stands. */
const refreshLoader = (source: string): string =>
  /\$Refresh(Reg|Sig)\$/.test(source) ? `${BEFORE}${source}${AFTER}` : source;

// webpack takes a loader by its default export.
export { refreshLoader as default };
