/**
 * zod compiles its schemas with `new Function` unless configured otherwise before the first one is created. The pages'
 * Content-Security-Policy blocks that, and the browser reports every attempt. The entries of
 * both apps import this first, for its side effect: scripts that are loaded later have schemas too. On the server, schemas stay compiled.
 */
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

// The object that is there stays: zod has a hold of it where its code came first.
if (!import.meta.env.SSR) {
  globalThis.__zod_globalConfig ??= {}
  globalThis.__zod_globalConfig.jitless = true
}

export {}
