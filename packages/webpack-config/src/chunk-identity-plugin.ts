import webpack, { type Compiler } from 'webpack';

/** Where webpack writes the name under which chunks and runtime meet; replaced in every file of a build. */
export const CHUNKS_GLOBAL = 'redressChunks';
const WRITTEN = new RegExp(`\\w+\\["${CHUNKS_GLOBAL}"\\]`, 'g');

/**
 * A chunk hands its modules to the build that asked for it, which the shell's loader writes on the script element. Its
 * own text names no build: what did not change keeps its bytes from build to build, and two builds of one remote on a
 * page still never take each other's modules.
 * @see packages/mf-runtime/src/host/pinned-loader.ts
 */
export class ChunkIdentityPlugin {
  readonly globalName: string;
  constructor(globalName: string) {
    this.globalName = globalName;
  }

  apply(compiler: Compiler): void {
    const { Compilation, sources } = webpack;
    compiler.hooks.compilation.tap('ChunkIdentityPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONS;
      compilation.hooks.processAssets.tap({ name: 'ChunkIdentityPlugin', stage }, () => {
        for (const chunk of compilation.chunks) {
          const name = chunk.hasRuntime()
            ? `self[${JSON.stringify(`chunks:${this.globalName}`)}]`
            : 'self["chunks:" + document.currentScript.dataset.build]';
          for (const file of chunk.files) {
            if (!file.endsWith('.js')) continue;
            compilation.updateAsset(file, (source) => {
              const text = source.source().toString();
              const replaced = new sources.ReplaceSource(source);
              for (const { 0: written, index } of text.matchAll(WRITTEN))
                replaced.replace(index, index + written.length - 1, name);
              return replaced;
            });
          }
        }
      });
    });
  }
}
