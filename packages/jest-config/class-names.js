// Every class is its own name, so a test can tell states apart without a build.
export default new Proxy({}, { get: (_, name) => (typeof name === 'string' ? name : undefined) });
