/**
 * zod compiles its schemas with `new Function` unless told not to before the first is made. The pages' Content-Security-Policy
 * refuses that, and the browser reports every try. Imported for this effect by routes whose own code, loaded later, has schemas.
 * On the server schemas stay compiled.
 */
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

if (typeof document !== 'undefined')
  globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true }

export {}
