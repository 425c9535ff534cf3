/**
 * zod compiles its schemas with `new Function` unless configured otherwise before the first one is created. The pages'
 * Content-Security-Policy blocks that, and the browser reports every attempt. Imported for this side effect by routes whose
 * own code, loaded later, has schemas. On the server, schemas stay compiled.
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
