// Native ES modules in a context have no `jest` of their own; the types promise a global one.
globalThis.jest ??= (await import('@jest/globals')).jest;
