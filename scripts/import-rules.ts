/**
 * Which room of the shop imports what, as lint errors that say why. Besides its own files and packages, a room may import of
 * the shop only what it is listed with here: a new room is refused everywhere until it is. Run it to write
 * biome.imports.json, which biome.json extends: `npx node scripts/import-rules.ts`.
 */
type Room = {
  folders: readonly string[]
  /** Folders and files of the shop; anything if absent. */
  may?: readonly string[]
  why?: string
  /** What it may not import on top of that. */
  never?: readonly Pattern[]
}

/** Of the texts in a group, the last that matches an import decides; those that begin with "!" allow it. */
type Pattern = { group: readonly string[]; message: string }

const NO_SERVER: Pattern = {
  group: ['#server/**', '**/server/**', 'node:*', 'drizzle-orm', 'drizzle-orm/**', 'hono', 'hono/**'],
  message: 'web/ also runs in the browser: it reaches the server only through /api.',
}
const NO_PAGES: Pattern = {
  group: ['#web/**', '**/web/**', 'react', 'react-dom'],
  message: 'server/ does not import pages: it renders them through server/pages.',
}
const NO_SANDBOX: Pattern = {
  group: ['#server/sandbox/**', '**/sandbox/**'],
  message: 'The shop reaches the sandbox provider only over HTTP; only main.ts starts it.',
}

/** The files of a room's own folder, as the folders inside it name them. */
const OUTER = '../*.ts'

const webRoom = (room: string, ...more: string[]): Room => ({
  folders: [`web/${room}`],
  may: ['shared', 'shop.config', 'web/data', 'web/state', 'web/ui', ...more],
  why: "A room of web/ does not import another room's components: routes combine them.",
  never: [NO_SERVER],
})

const serverRoom = (room: string, why: string, ...more: string[]): Room => ({
  folders: [`server/${room}`],
  may: ['shared', 'shop.config', 'server/*.ts', 'server/db', ...more],
  why,
  never: [NO_PAGES, NO_SANDBOX],
})

const noun = (room: string, ...more: string[]): Room =>
  serverRoom(
    room,
    'Nouns import each other in one direction: payment and review → order → stock → product; stock-alert → stock and product. ' +
      'person is above them, auth and mail are below. Pages, commands and the catalogue import are above all of them.',
    ...['api', 'audit', 'cache', 'jobs', 'metrics'].map((below) => `server/${below}`),
    ...more,
  )

export const ROOMS: readonly Room[] = [
  {
    folders: ['shared'],
    never: [
      {
        group: ['**', '!zod', '!#shared/**', '!./**', '!../*.ts', '!../data/**', '**/*.config.ts'],
        message: 'shared/ runs anywhere: it imports only shared/ and zod, no Node, no React, no I/O.',
      },
    ],
  },
  {
    folders: ['web/ui'],
    may: ['shared/picture.ts', 'shared/naira.ts', 'shared/colour.ts'],
    why: 'web/ui knows no shop words: it imports web/ui (and how pictures, money and colours are written).',
    never: [NO_SERVER],
  },
  {
    folders: ['web/state', 'web/data'],
    may: ['shared', 'shop.config', 'web/service-worker/message.ts'],
    why: 'web/state and web/data import each other and what they agree on with the service worker, never components.',
    never: [NO_SERVER],
  },
  webRoom('chrome', 'web/page-title.ts', 'web/service-worker/message.ts'),
  webRoom('home'),
  webRoom('product', 'web/page-title.ts'),
  webRoom('delivery'),
  webRoom('review'),
  webRoom('checkout'),
  webRoom('order'),
  webRoom('auth'),
  { folders: ['web/routes', 'web/*.ts', 'web/*.tsx'], never: [NO_SERVER] },
  {
    folders: ['web/service-worker'],
    may: ['shared', 'shop.config'],
    why: 'The service worker runs outside the pages: it imports its own files, shared/ and shop.config.ts.',
    never: [
      NO_SERVER,
      { group: ['react', 'react-dom'], message: 'The service worker has no page to render.' },
    ],
  },
  {
    folders: ['server/sandbox'],
    may: ['shared/naira.ts'],
    why: 'The sandbox stands in for an external service: it knows nothing about the shop.',
    never: [NO_PAGES],
  },
  serverRoom('db', 'server/db is below every noun.'),
  serverRoom('api', 'server/api is what every route shares: it is below the cache, the nouns and the pages.'),
  serverRoom(
    'cache',
    'server/cache is above server/api and below the nouns and the pages, whose answers it keeps.',
    'server/api',
  ),
  noun('mail', OUTER),
  noun('auth', 'server/mail'),
  noun('product', OUTER),
  noun('stock', 'server/product'),
  noun('stock-alert', 'server/mail', 'server/product', 'server/stock'),
  noun('order', 'server/auth', 'server/mail', 'server/product', 'server/stock', OUTER),
  noun('review', 'server/auth', 'server/order'),
  noun('payment', 'server/auth', 'server/order', 'server/stock'),
  noun('person', 'server/order', 'server/review'),
  {
    folders: ['app-data', 'audit', 'backup', 'catalogue', 'cli', 'jobs', 'metrics', 'pages', 'pictures'].map(
      (room) => `server/${room}`,
    ),
    never: [NO_PAGES, NO_SANDBOX],
  },
]

const isFile = (target: string) => /\.tsx?$|^shop\.config$/.test(target)
const patternOf = (target: string) => (isFile(target) ? target : `${target}/**`)
const specifierOf = (target: string) => (target === OUTER ? target : `#${patternOf(target)}`)

function patternsOf({ folders, may, why, never = [] }: Room): readonly Pattern[] {
  if (may === undefined) return never
  // The other side is refused by `never`, which says why.
  const own = folders.some((folder) => folder.startsWith('web/')) ? '#web/**' : '#server/**'
  const allowed = [...folders, ...may].map((target) => `!${specifierOf(target)}`)
  const group = [own, '#shared/**', '#shop.config', '../**', ...never.flatMap(exceptionsOf), ...allowed]
  return [...never, { group, message: `${why} Of the shop's other parts it may import: ${may.join(', ')}.` }]
}

/** So that an import is refused for one reason. */
const exceptionsOf = ({ group }: Pattern) => group.map((refused) => `!${refused}`)

/** The text of biome.imports.json: a line for each room. */
export function importRules(): string {
  const overrides = ROOMS.map((room) => ({
    includes: [...room.folders.map(patternOf), '!**/*.test.ts', '!**/*.test.tsx'],
    linter: {
      rules: {
        style: { noRestrictedImports: { level: 'error', options: { patterns: patternsOf(room) } } },
      },
    },
  }))
  return `{ "overrides": [\n${overrides.map((each) => JSON.stringify(each)).join(',\n')}\n] }\n`
}

if (import.meta.main) {
  const { writeFileSync } = await import('node:fs')
  writeFileSync(new URL('../biome.imports.json', import.meta.url), importRules())
}
