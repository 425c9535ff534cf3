/**
 * Which room of the shop imports what, as lint errors that say why. Besides its own files and packages, a room may import of
 * the shop only what it is listed with here: a new room is refused everywhere until it is. Run it to write
 * biome.imports.json, which biome.json extends: `npx node scripts/import-rules.ts`.
 */
type Room = {
  /** Folders, or the files that lie directly in one: `server/*.ts`. Of two rooms with the same file, the later decides. */
  folders: readonly string[]
  /** Folders and files of the shop. Absent where `never` lists what is allowed. */
  may?: readonly string[]
  why?: string
  /** What it may not import on top of that. */
  never?: readonly Pattern[]
  /** Names that it may not import of a package. */
  names?: Readonly<Record<string, { importNames: readonly string[]; message: string }>>
}

/** Of the texts in a group, the last that matches an import decides; those that begin with "!" allow it. */
type Pattern = { group: readonly string[]; message: string }

const NO_SERVER: Pattern = {
  group: ['#server/**', '**/server/**', 'node:*', 'drizzle-orm', 'drizzle-orm/**', 'hono', 'hono/**'],
  message: 'web/ also runs in the browser: it reaches the server only through /api.',
}
const NO_PAGES: Pattern = {
  group: ['#web/**', '**/web/**', '#ui/**', '**/ui/**', 'react', 'react-dom'],
  message: 'server/ does not import pages: it renders them through server/pages.',
}
const NO_SANDBOX: Pattern = {
  group: ['#sandbox/**', '**/sandbox/**'],
  message: 'The shop reaches the sandbox provider only over HTTP; only server/open-provider.ts creates it.',
}
const NO_TESTS: Pattern = {
  group: ['#test/**', '**/test/**'],
  message: 'The shop runs without test/: only tests and tools import it.',
}

const ONE_LINK: Room['names'] = {
  '@tanstack/react-router': {
    importNames: ['Link'],
    message: "The link of ui/link.tsx is written faster on the server, and is the router's in the browser.",
  },
}

/** The files of a room's own folder, as the folders inside it name them. */
const OUTER = '../*.ts'

const webRoom = (room: string, ...more: string[]): Room => ({
  folders: [`web/${room}`],
  may: ['shared', 'shop.config', 'web/data', 'web/state', ...(room === 'item' ? [] : ['web/item']), ...more],
  why: "A room of web/ does not import another room's components: routes combine them.",
  never: [NO_SERVER, NO_TESTS],
  names: ONE_LINK,
})

const WEB_ROOMS = ['auth', 'checkout', 'chrome', 'delivery', 'home', 'item', 'order', 'product', 'review']

const serverRoom = (room: string, why: string, ...more: string[]): Room => ({
  folders: [`server/${room}`],
  may: ['shared', 'shop.config', ...more],
  why,
  never: [NO_PAGES, NO_SANDBOX, NO_TESTS],
})

/** What every noun is given or needs, whatever it is about; they know nothing of each other. */
const TOOLS = ['dependencies', 'keyed-hash', 'log-error', 'refusal', 'semaphore'].map(
  (file) => `server/${file}.ts`,
)

const noun = (room: string, ...more: string[]): Room =>
  serverRoom(
    room,
    'Nouns import each other in one direction: payment and review → order → stock → product; stock-alert → stock and product. ' +
      'person is above them, auth and mail are below. Pages, commands and figures about the shop are above all of them.',
    ...TOOLS,
    ...['api', 'audit', 'cache', 'db', 'jobs'].map((below) => `server/${below}`),
    ...more,
  )

const serverFiles = (folder: string, why: string, ...rooms: string[]): Room => ({
  folders: [folder],
  may: ['shared', 'shop.config', 'server/*.ts', ...rooms.map((room) => `server/${room}`)],
  why,
  never: [NO_PAGES, NO_TESTS],
})

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
    folders: ['ui'],
    never: [
      {
        group: ['#shared/**', '#shop.config', '#web/**', '../**', '!#shared/escape-html.ts'],
        message:
          'ui/ knows no shop words: it imports only ui/, so that the shop and what comes beside it can share it.',
      },
      NO_SERVER,
    ],
  },
  {
    folders: ['web/state', 'web/data'],
    may: ['shared', 'shop.config', 'web/service-worker/message.ts'],
    why: 'web/state and web/data import each other and what they agree on with the service worker, never components.',
    never: [NO_SERVER, NO_TESTS],
  },
  webRoom('chrome', 'web/page-title.ts', 'web/service-worker/message.ts'),
  webRoom('home'),
  webRoom('item'),
  webRoom('product', 'web/page-title.ts'),
  webRoom('delivery'),
  webRoom('review'),
  webRoom('checkout'),
  webRoom('order'),
  webRoom('auth'),
  {
    folders: ['web/routes'],
    may: [
      ...['shared', 'shop.config', 'web/data', 'web/state', 'web/page-title.ts'],
      ...WEB_ROOMS.map((room) => `web/${room}`),
      ...['../fonts/*', '../styles.css*'],
    ],
    why: 'Routes combine the rooms of web/.',
    never: [NO_SERVER, NO_TESTS],
    names: ONE_LINK,
  },
  {
    folders: ['web/*.ts', 'web/*.tsx'],
    may: ['shared', 'shop.config', 'web/auth', 'web/data', 'web/routes', 'web/state'],
    why: 'The files of web/ itself start the pages: they import the routes and what holds for all of them.',
    never: [NO_SERVER, NO_TESTS],
  },
  {
    folders: ['web/service-worker'],
    may: ['shared', 'shop.config'],
    why: 'The service worker runs outside the pages: it imports its own files, shared/ and shop.config.ts.',
    never: [
      NO_SERVER,
      NO_TESTS,
      { group: ['react', 'react-dom'], message: 'The service worker has no page to render.' },
    ],
  },
  {
    folders: ['sandbox'],
    never: [
      {
        group: ['#*/**', '#*', '../**'],
        message: 'The sandbox stands in for an external service: it knows nothing of the shop.',
      },
    ],
  },
  serverRoom('db', 'server/db is below every noun.', 'server/refusal.ts'),
  serverRoom('audit', 'The audit log is below every noun: all of them write to it.', 'server/db'),
  serverRoom(
    'api',
    'server/api is what every route shares: it is below the cache, the nouns and the pages.',
    ...['server/db', 'server/dependencies.ts', 'server/keyed-hash.ts'],
  ),
  serverRoom(
    'cache',
    'server/cache is above server/api and below the nouns and the pages, whose answers it keeps.',
    ...['server/api', 'server/db', 'server/dependencies.ts'],
  ),
  serverRoom(
    'metrics',
    'server/metrics counts for every noun, so it is below them: what reads their tables is in server/shop-figures.',
    ...['server/cache', 'server/db'],
  ),
  serverRoom(
    'jobs',
    'The queue is below every noun: it knows their work only by name.',
    ...['server/db', 'server/metrics'],
  ),
  serverRoom(
    'pictures',
    'Pictures are kept and served without the database and the nouns.',
    ...['server/api', 'server/dependencies.ts', 'server/semaphore.ts'],
  ),
  noun('mail', 'server/loopback.ts', OUTER),
  noun('auth', 'server/mail'),
  noun('product', OUTER),
  noun('stock', 'server/product'),
  noun('stock-alert', 'server/auth', 'server/mail', 'server/product', 'server/stock'),
  noun('order', 'server/auth', 'server/mail', 'server/product', 'server/stock', OUTER),
  noun('review', 'server/auth', 'server/order'),
  noun('payment', 'server/auth', 'server/metrics', 'server/order', 'server/stock'),
  noun('person', 'server/auth', 'server/order', 'server/review'),
  serverRoom(
    'app-data',
    'What all screens need is read from the tables, without the nouns.',
    ...['server/api', 'server/cache', 'server/db', 'server/dependencies.ts'],
  ),
  serverRoom(
    'shop-figures',
    'Figures about the whole shop are above every noun whose tables they count.',
    ...['server/api', 'server/db', 'server/dependencies.ts', 'server/loopback.ts'],
    ...['server/metrics', 'server/product'],
  ),
  serverRoom(
    'backup',
    'A backup copies tables and pictures as they are, without the nouns.',
    ...['server/audit', 'server/db', 'server/pictures', 'server/refusal.ts'],
  ),
  serverRoom(
    'catalogue',
    'The catalogue import writes the tables itself, in one transaction, without the nouns.',
    ...['server/audit', 'server/db', 'server/pictures', 'server/refusal.ts', 'server/semaphore.ts'],
  ),
  serverRoom(
    'pages',
    'Pages are above every noun and are answered by their routes; they are below the commands.',
    ...['server/api', 'server/cache', 'server/dependencies.ts', 'server/product'],
  ),
  serverRoom(
    'cli',
    "The owner's commands are above every noun, but serve no requests.",
    ...['audit', 'backup', 'catalogue', 'db', 'jobs', 'mail', 'metrics'].map((room) => `server/${room}`),
    ...['order', 'payment', 'person', 'pictures', 'product', 'stock'].map((room) => `server/${room}`),
    ...['dependencies', 'env', 'log', 'log-error', 'open-provider'].map((file) => `server/${file}.ts`),
    ...['refusal', 'settings', 'start-error', 'unread-output', 'work'].map((file) => `server/${file}.ts`),
  ),
  {
    ...serverFiles(
      'server/*.ts',
      'The files of server/ itself wire its rooms.',
      ...['api', 'app-data', 'auth', 'backup', 'cache', 'catalogue', 'cli', 'db', 'jobs', 'mail', 'metrics'],
      ...['order', 'pages', 'payment', 'pictures', 'product', 'review', 'shop-figures', 'stock-alert'],
    ),
    never: [NO_PAGES, NO_SANDBOX, NO_TESTS],
  },
  serverFiles('server/open-provider.ts', 'It connects the payment provider.', 'db', 'payment'),
]

const isFile = (target: string) => /\.tsx?$|^shop\.config$/.test(target)
const patternOf = (target: string) => (isFile(target) ? target : `${target}/**`)
const isRelative = (target: string) => target.startsWith('../')
const specifierOf = (target: string) => (isRelative(target) ? target : `#${patternOf(target)}`)

/** As the files that lie directly in `side` name a part of it. */
const besideOf = (target: string, side: string) =>
  target.startsWith(`${side}/`) ? [`!./${patternOf(target.slice(side.length + 1))}`] : []

function patternsOf({ folders, may, why, never = [] }: Room): readonly Pattern[] {
  if (may === undefined) return never
  // The other side is refused by `never`, which says why.
  const side = folders.some((folder) => folder.startsWith('web/')) ? 'web' : 'server'
  const targets = [...folders, ...may]
  const group = [
    ...[`#${side}/**`, '#shared/**', '#shop.config', '../**', ...never.flatMap(exceptionsOf)],
    ...targets.map((target) => `!${specifierOf(target)}`),
    // The rooms beside them, which files in a room of their own cannot name like this.
    ...(folders.every(isFile) ? ['./*/**', ...targets.flatMap((target) => besideOf(target, side))] : []),
  ]
  return [...never, { group, message: `${why} Of the shop's other parts it may import: ${may.join(', ')}.` }]
}

/** So that an import is refused for one reason. */
const exceptionsOf = ({ group }: Pattern) => group.map((refused) => `!${refused}`)

function overridesOf(room: Room) {
  const everywhere = room.folders.map(patternOf)
  if (!room.may?.includes(OUTER)) return [override(everywhere, room)]
  // Directly in the room, the same path names the files of server/ itself.
  const inside = room.folders.map((folder) => `${folder}/*/**`)
  const may = room.may.filter((target) => target !== OUTER)
  return [override(everywhere, { ...room, may }), override(inside, room)]
}

const override = (files: readonly string[], room: Room) => ({
  includes: [...files, '!**/*.test.ts', '!**/*.test.tsx'],
  linter: {
    rules: {
      style: {
        noRestrictedImports: {
          level: 'error',
          options: { ...(room.names && { paths: room.names }), patterns: patternsOf(room) },
        },
      },
    },
  },
})

/** The text of biome.imports.json: a line for each room. */
export function importRules(): string {
  const overrides = ROOMS.flatMap(overridesOf)
  return `{ "overrides": [\n${overrides.map((each) => JSON.stringify(each)).join(',\n')}\n] }\n`
}

if (import.meta.main) {
  const { writeFileSync } = await import('node:fs')
  writeFileSync(new URL('../biome.imports.json', import.meta.url), importRules())
}
