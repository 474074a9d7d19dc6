import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Compiler } from 'webpack';

/**
 * Every script and style sheet that this build's runtime asks for is made by the shell's loader, which sets the
 * integrity of the signed snapshot, or refuses. Without this the lazy chunks behind a pinned entry would be unpinned.
 * One function also means one Trusted Types policy for all builds.
 *
 * A container also starts in another host, which has no such loader: there it makes the elements itself. In this site
 * that way is shut: the shell publishes its loader before it loads a container, as a property that cannot be removed,
 * and the document's Trusted Types refuse the address.
 * @see packages/mf-runtime/src/host/pinned-loader.ts
 */
export class PinnedLoadingPlugin {
  readonly build: string | null;
  /** @param build - global name of a container; `null` for the shell, which runs in its own documents alone */
  constructor(build: string | null) {
    this.build = build;
  }

  apply(compiler: Compiler): void {
    const { build } = this;
    compiler.hooks.compilation.tap('PinnedLoadingPlugin', (compilation) => {
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'PinnedLoadingPlugin',
        () =>
          build === null
            ? 'script = self.__redress.script(url);'
            : webpack.Template.asString([
                'script = self.__redress?.script(url);',
                // A chunk hands its modules to the build that is written on its element (ChunkIdentityPlugin).
                `if(!script) (script = document.createElement("script")).dataset.build = ${JSON.stringify(build)}, script.src = url;`,
              ]),
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'PinnedLoadingPlugin',
        (_source, { tag }) => `self.__redress${build === null ? '' : '?'}.pin(${tag});`,
      );
    });
  }
}
