import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import boundaries from 'eslint-plugin-boundaries';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/**
 * Which way imports point (CONTRIBUTING.md). One table: a workspace may import only what stands in its row.
 * A remote never imports another, a package never a deployable: they are in no row.
 */
const DIRECTIONS = {
  domain: [],
  copy: [],
  contracts: ['domain', 'copy'],
  server: ['telemetry'],
  database: ['server'],
  backup: ['server', 'database'],
  'session-store': ['domain', 'copy', 'contracts'],
  'api-client': ['domain', 'copy', 'contracts', 'session-store'],
  telemetry: ['domain', 'copy', 'contracts'],
  ui: ['copy', 'domain'],
  forms: ['ui', 'copy', 'domain', 'contracts'],
  'mf-runtime': ['domain', 'copy', 'contracts', 'session-store', 'telemetry', 'ui'],
  'webpack-config': ['contracts', 'tools'],
  'release-client': ['contracts'],
  remote: ['contracts', 'api-client', 'release-client', 'tools', 'webpack-config', 'jest-config'],
  testing: ['domain', 'copy', 'contracts', 'session-store', 'api-client', 'ui', 'forms', 'mf-runtime'],
  tools: [],
};
const BROWSER_APP = [
  'domain',
  'copy',
  'contracts',
  'session-store',
  'api-client',
  'telemetry',
  'ui',
  'forms',
  'mf-runtime',
];
const SERVICE = ['domain', 'copy', 'contracts', 'telemetry', 'database', 'backup', 'release-client', 'server'];
/** Packages that only tests and build files may import. */
const DEVELOPMENT_ONLY = [
  'testing',
  'webpack-config',
  'jest-config',
  'eslint-config',
  'tsconfig',
  'database',
  'sandbox',
];

const cwd = process.cwd();
const workspace = JSON.parse(readFileSync(path.join(cwd, 'package.json'), 'utf8')).name.replace('@redress/', '');
const parent = path.basename(path.dirname(cwd));
const isApp = workspace === 'shell' || (workspace.startsWith('mf-') && parent !== 'packages');
const allowed = DIRECTIONS[workspace] ?? (parent === 'services' ? SERVICE : isApp ? BROWSER_APP : undefined);

const forbidScope = (names) => ({
  'no-restricted-imports': [
    'error',
    {
      patterns: [
        {
          regex: `^@redress/(?!(${[workspace, ...names].join('|')})(/|$))`,
          message: 'This import points the wrong way; the table is in packages/eslint-config/index.js.',
        },
        { regex: '^@redress/[^/]+/src/', message: 'Import a workspace by its published entry.' },
        { regex: '\\.\\./(shell|mf-|services|packages)', message: 'Import a workspace by its name.' },
      ],
    },
  ],
});

const STORAGES = ['localStorage', 'sessionStorage', 'indexedDB'];
/** One module of the site touches the browser's storage, and does it so that nothing throws (decision 0310). */
const forbidStorage = {
  'no-restricted-globals': [
    'error',
    ...STORAGES.map((name) => ({ name, message: 'Storage is touched by @redress/session-store alone: use `stored`.' })),
  ],
  'no-restricted-properties': [
    'error',
    ...['window', 'globalThis', 'self'].flatMap((object) =>
      STORAGES.map((property) => ({
        object,
        property,
        message: 'Storage is touched by @redress/session-store alone: use `stored`.',
      })),
    ),
  ],
};

const features = existsSync(path.join(cwd, 'src/features')) ? readdirSync(path.join(cwd, 'src/features')) : [];

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      '.cache/**',
      'test-results/**',
      'node_modules/**',
      'playwright-report/**',
      '**/*.d.ts',
      'templates/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      eqeqeq: ['error', 'smart'],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Exports have names.' },
        ...[
          'ImportDeclaration[source.value="react"] > ImportSpecifier[imported.name="lazy"]',
          'MemberExpression[object.name="React"][property.name="lazy"]',
        ].map((selector) => ({
          selector,
          message:
            'React.lazy keeps its first failure until a reload: use lateScreen or useLate of @redress/mf-runtime.',
        })),
      ],
    },
  },
  // Tools read their configuration from the default export.
  { files: ['*.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['**/*.tsx'],
    extends: [jsxA11y.flatConfigs.recommended],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // A focus move to the first field or heading is this site's rule, done by hand where it is wanted.
      'jsx-a11y/no-autofocus': 'error',
    },
  },
  ...(allowed
    ? [
        {
          files: ['src/**/*.{ts,tsx}', '*.ts'],
          ignores: ['**/*.test.*', 'src/testing/**'],
          rules: forbidScope(allowed),
        },
        { files: ['**/*.test.*', 'src/testing/**', 'test/**'], rules: forbidScope([...allowed, ...DEVELOPMENT_ONLY]) },
      ]
    : []),
  ...(allowed && parent !== 'services' && workspace !== 'testing'
    ? [
        {
          files: ['src/**/*.{ts,tsx}'],
          ignores: ['**/*.test.*', 'src/testing/**', ...(workspace === 'session-store' ? ['src/stored.ts'] : [])],
          rules: forbidStorage,
        },
      ]
    : []),
  // The composition root is the one place that knows every service; what it takes of the sandbox has the sandbox's types.
  {
    files: ['src/program/{roles,providers}.ts'],
    ...(workspace === 'site' ? { rules: forbidScope([...SERVICE, 'claims', 'releases', 'sandbox']) } : {}),
  },
  ...(features.length
    ? [
        {
          files: ['src/**/*.{ts,tsx}'],
          plugins: { boundaries },
          settings: {
            'boundaries/elements': [
              { type: 'app', pattern: 'src/app' },
              { type: 'feature', pattern: 'src/features/*', capture: ['feature'] },
              { type: 'shared', pattern: 'src/shared' },
            ],
            'import/resolver': { typescript: { alwaysTryTypes: true } },
          },
          rules: {
            'boundaries/dependencies': [
              'error',
              {
                default: 'allow',
                policies: [
                  {
                    from: { element: { type: 'feature' } },
                    disallow: [
                      { to: { element: { type: 'app' } } },
                      {
                        to: {
                          element: { type: 'feature', captured: { feature: '!{{from.element.captured.feature}}' } },
                        },
                      },
                    ],
                    message: 'Two features meet in shared, or through a slot.',
                  },
                  {
                    from: { element: { type: 'shared' } },
                    disallow: [{ to: { element: { type: 'app' } } }, { to: { element: { type: 'feature' } } }],
                    message: 'Shared code knows no feature.',
                  },
                ],
              },
            ],
          },
        },
      ]
    : []),
);
