// Files that a package imports beside itself are where it says: no symbolic link, folder or second name is looked for. A query
// builder alone is 257 files with a thousand imports of each other, which is most of what a short command would wait for.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context;
    const isNear = specifier.startsWith('.') && specifier.endsWith('.js') && conditions.includes('import');
    return isNear && parentURL.includes('/node_modules/')
      ? { url: new URL(specifier, parentURL).href, shortCircuit: true }
      : next(specifier, context);
  },
});
