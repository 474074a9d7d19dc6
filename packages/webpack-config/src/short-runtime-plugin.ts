import type { Compiler } from 'webpack';

/** By the class of a piece of webpack's runtime, as much of it as a script of this site uses: 0.7 kB less of a first visit. */
const SHORT: Readonly<Record<string, (whole: () => string | null) => string | null>> = {
  // A script is run by its element, which has the whole address.
  AutoPublicPathRuntimeModule: () => '__webpack_require__.p = new URL(".", document.currentScript.src).href;',
  // The host hands its scope to `init`; a container offers no packages, and asks no other container.
  ShareRuntimeModule: () => '__webpack_require__.S = {};',
  FederationRuntimeModule: () => '__webpack_require__.federation = {}; __webpack_require__.consumesLoadingData = {};',
  // What `container-runtime.ts` does not read of a shared package.
  ConsumeSharedRuntimeModule: (whole) =>
    whole()?.replaceAll(/^\s*(fallback|shareScope|singleton|strictVersion|eager|layer): .*,$/gm, '') ?? null,
};

/** Leaves out what webpack's runtime has for workers, for scripts without an element, and for hosts and offers of packages. */
export class ShortRuntimePlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ShortRuntimePlugin', (compilation) => {
      compilation.hooks.runtimeModule.tap('ShortRuntimePlugin', (module) => {
        const whole = module.generate.bind(module);
        const short = SHORT[module.constructor.name];
        if (short) module.generate = () => short(whole);
      });
    });
  }
}
