import path from 'node:path';
import type { LoaderContext } from 'webpack';

/** TypeScript here, JavaScript in the package that other repositories install. */
export const REFRESH_CLIENT = path.join(import.meta.dirname, `refresh-client${path.extname(import.meta.filename)}`);

/** Gives a module of components or hooks what swc's `refresh` calls, and offers its next version to the page as it stands. */
function refreshLoader(this: LoaderContext<{ build: string }>, source: string): string {
  if (!/\$Refresh(Reg|Sig)\$/.test(source)) return source;
  const build = JSON.stringify(this.getOptions().build);
  // On the first line, so that the lines of the module stay where they are.
  const before = [
    `import { offerUpdate as $offerUpdate, refresh as $refresh } from ${JSON.stringify(REFRESH_CLIENT)};`,
    // Builds have modules of the same name.
    `const $RefreshReg$ = (type, id) => $refresh.register(type, \`\${${build}.slice(0, -12)}\${__webpack_module__.id} \${id}\`);`,
    'const $RefreshSig$ = $refresh.createSignatureFunctionForTransform;',
  ].join('');
  return `${before}${source}\n$offerUpdate(__webpack_exports__, import.meta.webpackHot, ${build});\n`;
}

// webpack takes a loader by its default export.
export { refreshLoader as default };
