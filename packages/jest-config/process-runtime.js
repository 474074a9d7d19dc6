import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';
import ProcessEnvironment from './process-environment.js';

const require = createRequire(import.meta.url);

/**
 * Tests of programs load as the programs do: by Node itself, types taken off, each module once in a process and compiled
 * by the cache of before. In a context for each file all that a test stands on was read, linked, compiled and warmed up
 * anew, with every file. A module keeps nothing between two files that is more than a cache.
 * A file that names another environment is run in a context, as those of a browser are.
 */
export default class ProcessRuntime extends Runtime {
  constructor(config, environment, ...rest) {
    super(config, environment, ...rest);
    this.isNative = environment instanceof ProcessEnvironment;
    if (this.isNative) environment.global.jest = this.jestGlobals.jestObjectFor(this._testPath);
  }

  installGetBuiltinModule() {
    if (!(this._environment instanceof ProcessEnvironment)) super.installGetBuiltinModule();
  }

  requireInternalModule(file, name) {
    if (!this.isNative) return super.requireInternalModule(file, name);
    // Jest's runner keeps the tests of a file in its module, and who hears of them in a global.
    delete require.cache[file];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    return require(file);
  }

  unstable_shouldLoadAsEsm(file) {
    return this.isNative || super.unstable_shouldLoadAsEsm(file);
  }

  unstable_importModule(file, name) {
    return this.isNative ? import(pathToFileURL(file).href) : super.unstable_importModule(file, name);
  }
}
