import { TestEnvironment } from 'jest-environment-node';

const globals = () =>
  Object.entries(Object.getOwnPropertyDescriptors(globalThis)).filter(([, { writable }]) => writable === true);

/**
 * The process itself, without a context of its own: see process-runtime.js. After each file the globals and the variables
 * of the environment have the values that they had before it.
 */
export default class ProcessEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.before = { globals: globals(), env: { ...process.env }, exit: process.exit };
    this.global = globalThis;
    this.moduleMocker = new this.moduleMocker.constructor(globalThis);
    this.fakeTimersModern = new this.fakeTimersModern.constructor({ config: config.projectConfig, global: globalThis });
  }

  async teardown() {
    await super.teardown();
    const { globals: known, env, exit } = this.before;
    for (const [name, { value }] of known) if (globalThis[name] !== value) globalThis[name] = value;
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
    Object.assign(process.env, env);
    process.exit = exit;
    process.exitCode = undefined;
  }
}
