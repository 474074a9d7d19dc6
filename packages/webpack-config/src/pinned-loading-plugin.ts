import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Compiler } from 'webpack';

/**
 * Every script and style sheet that this build's runtime asks for is made by the shell's loader, which sets the
 * integrity of the signed snapshot, or refuses. Without this the lazy chunks behind a pinned entry would be unpinned.
 * One function also means one Trusted Types policy for all builds.
 * @see packages/mf-runtime/src/host/pinned-loader.ts
 */
export class PinnedLoadingPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('PinnedLoadingPlugin', (compilation) => {
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'PinnedLoadingPlugin',
        () => 'script = self.__redress.script(url);',
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'PinnedLoadingPlugin',
        (_source, { tag }) => `self.__redress.pin(${tag});`,
      );
    });
  }
}
