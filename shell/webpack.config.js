import { fileURLToPath } from 'node:url';
import { createConfiguration } from '@redress/webpack-config';

/** What Formik takes of lodash, 4 kB of every form: the values of a form are lists, objects of fields and texts. */
const IN_PLACE_OF_LODASH = {
  clone: 'clone',
  cloneDeep: 'clone-deep',
  isPlainObject: 'is-plain-object',
  toPath: 'to-path',
};

const sourceOf = (request) => fileURLToPath(import.meta.resolve(request));

const alias = {
  ...Object.fromEntries(
    Object.entries(IN_PLACE_OF_LODASH).map(([name, file]) => [
      `lodash-es/${name}$`,
      sourceOf(`@redress/forms/in-place-of-lodash/${file}`),
    ]),
  ),
  immer$: sourceOf('@redress/mf-runtime/in-place-of-immer'),
  // By its modules: what RTK Query alone needs of them comes with it. In one file they would all stand in the first.
  '@reduxjs/toolkit$': sourceOf('@reduxjs/toolkit/package.json').replace(/package\.json$/, 'src/index.ts'),
};
/** Formik has it for its components of higher order, of which none is used: each would bring it, and react-is, to every form. */
const WITHOUT_UNUSED = { 'hoist-non-react-statics$': false };

export default (options) => {
  const configuration = createConfiguration(options);
  return {
    ...configuration,
    resolve: {
      ...configuration.resolve,
      alias: { ...alias, ...(options.mode === 'production' ? WITHOUT_UNUSED : {}) },
    },
  };
};
