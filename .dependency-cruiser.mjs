// Who may import whom. `npm run check` and `npm test` print the comment of a rule that an import breaks.
// Imports of types count too. Tests may import anything.

/** What the server's nouns stand on. */
const BELOW_NOUNS = ['audit', 'catalogue-index', 'db', 'http', 'http-cache', 'jobs', 'log']
/** Each room of the server with the rooms that it may import. A new room is refused until it is listed. */
const SERVER_ROOMS = {
  db: [],
  'catalogue-index': ['db'],
  audit: ['db'],
  http: ['db'],
  log: ['http'],
  'http-cache': ['db', 'http', 'log'],
  metrics: ['db', 'http-cache'],
  jobs: ['db', 'metrics'],
  pictures: ['http'],
  backup: ['audit', 'db', 'pictures'],
  catalogue: ['audit', 'db', 'pictures', 'product', 'stock'],
  mail: BELOW_NOUNS,
  auth: [...BELOW_NOUNS, 'mail'],
  staff: [...BELOW_NOUNS, 'auth', 'mail'],
  alert: [...BELOW_NOUNS, 'mail', 'product', 'staff'],
  product: BELOW_NOUNS,
  stock: [...BELOW_NOUNS, 'product'],
  'stock-alert': [...BELOW_NOUNS, 'auth', 'mail', 'product', 'stock'],
  order: [...BELOW_NOUNS, 'auth', 'mail', 'product', 'staff', 'stock'],
  parcel: [...BELOW_NOUNS, 'mail', 'order', 'staff'],
  money: [...BELOW_NOUNS, 'order', 'staff'],
  dispute: [...BELOW_NOUNS, 'alert', 'mail', 'order', 'parcel', 'staff'],
  return: [...BELOW_NOUNS, 'auth', 'mail', 'order', 'pictures', 'product', 'staff', 'stock'],
  today: [...BELOW_NOUNS, 'mail', 'order', 'product', 'staff'],
  review: [...BELOW_NOUNS, 'auth', 'order'],
  address: [...BELOW_NOUNS, 'auth', 'order'],
  payment: [...BELOW_NOUNS, 'alert', 'auth', 'metrics', 'order', 'staff', 'stock'],
  person: [...BELOW_NOUNS, 'auth', 'order', 'review'],
  'app-data': BELOW_NOUNS,
  'text-page': [...BELOW_NOUNS, 'app-data'],
  'shop-figures': [...BELOW_NOUNS, 'metrics', 'product'],
  pages: [...BELOW_NOUNS, 'product'],
  process: ['catalogue', 'db', 'metrics', 'pictures'],
  cli: [
    ...['alert', 'audit', 'backup', 'catalogue', 'catalogue-index', 'db', 'jobs', 'log', 'mail', 'metrics'],
    ...['money', 'order', 'parcel', 'payment', 'person', 'pictures', 'process', 'product', 'staff', 'stock'],
    'dispute',
    'return',
  ],
}

/** The rooms of web/ that all others share, each with those of them that it may import itself. */
const SHARED_WEB_ROOMS = {
  item: [],
  delivery: ['item'],
  cart: ['item', 'delivery'],
  wishlist: ['item', 'cart'],
}

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const serverRule = ([room, mayImport]) =>
  forbid(
    `server-${room}`,
    `Nouns import each other in one direction: payment and review → order → stock → product; person is above them, auth \
and mail are below, pages and commands above all. server/${room} may import: ${mayImport.join(', ') || 'no other room'}.`,
    { path: `^server/${room}/` },
    { path: '^server/[^/]+/', pathNot: `^server/(${[room, ...mayImport].join('|')})/` },
  )

const webRule = ([room, mayImport]) =>
  forbid(
    `web-${room}`,
    `What several rooms of web/ share stands in an order. web/${room} may import: ${['data', 'state', ...mayImport].join(', ')}.`,
    { path: `^web/${room}/` },
    { path: '^web/[^/]+/', pathNot: `^web/(${[room, 'data', 'state', ...mayImport].join('|')})/` },
  )

export default {
  forbidden: [
    forbid(
      'cycle',
      'Modules that import each other can only be read and changed together: move what both need into one below them.',
      {},
      { circular: true },
    ),
    forbid(
      'shared-runs-anywhere',
      'shared/ runs anywhere: it imports only shared/ and zod, no Node, no React, no I/O.',
      { path: '^shared/' },
      { pathNot: '^(shared|node_modules/zod)/' },
    ),
    forbid(
      'ui-without-shop-words',
      'ui/ knows no shop words: it imports only ui/, so that the shop and the admin can share it.',
      { path: '^ui/' },
      { path: '^(web|server|admin|sandbox|shared)/|^shop[.]config' },
    ),
    forbid(
      'browser-without-server',
      'Pages also run in the browser: they reach the server only through /api.',
      { path: '^(web|ui|admin)/' },
      { path: ['^(server|sandbox)/', '^node_modules/(hono|drizzle-orm|pg)/'] },
    ),
    forbid(
      'browser-without-node',
      'Pages also run in the browser, which has no modules of Node. Only web/server.ts, where they are rendered, may have them.',
      { path: '^(web|ui|admin)/', pathNot: '^web/server[.]ts$' },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'shop-and-admin-apart',
      'The shop and the admin are two bundles: what both draw belongs in ui/.',
      { path: '^(web|admin)/' },
      { path: '^(web|admin)/', pathNot: '^$1/' },
    ),
    forbid(
      'web-rooms-apart',
      "A room of web/ doesn't import another room's components: routes combine them, and what several need is in a shared room.",
      { path: '^web/([^/]+)/', pathNot: '^web/(routes|data|state|service-worker)/' },
      {
        path: '^web/[^/]+/',
        pathNot: `^web/($1|data|state|${Object.keys(SHARED_WEB_ROOMS).join('|')}|service-worker/message[.]ts)`,
      },
    ),
    ...Object.entries(SHARED_WEB_ROOMS).map(webRule),
    forbid(
      'web-state-without-components',
      'web/state and web/data are below the components that use them.',
      { path: '^web/(state|data)/' },
      { path: '^web/', pathNot: '^web/(state|data|service-worker/message[.]ts)' },
    ),
    forbid(
      'service-worker-without-pages',
      'A service worker runs outside the pages: it imports its own files, shared/ and shop.config.ts.',
      { path: '^(web|admin)/service-worker/' },
      { path: '^(web|ui|admin|node_modules/react(-dom)?)/', pathNot: '^$1/service-worker/' },
    ),
    forbid(
      'server-without-pages',
      'The server renders the built pages: it imports neither their source nor React.',
      { path: '^server/' },
      { path: '^(web|ui|admin|node_modules/react(-dom)?)/' },
    ),
    ...Object.entries(SERVER_ROOMS).map(serverRule),
    forbid(
      'server-room-is-listed',
      'A new room of the server is listed in .dependency-cruiser.mjs with the rooms that it may import.',
      { path: '^server/[^/]+/', pathNot: `^server/(${Object.keys(SERVER_ROOMS).join('|')})/` },
      { path: '^server/[^/]+/' },
    ),
    forbid(
      'server-is-wired-above',
      'What starts the shop, wires its rooms or reads its environment is above the rooms: they get it as parameters.',
      { path: '^server/[^/]+/', pathNot: '^server/(cli|process)/' },
      { path: '^server/(main|app|env|open-provider|serve|work)[.]ts$' },
    ),
    forbid(
      'sandbox-over-the-wire',
      'The shop reaches the sandbox provider only over HTTP; only server/open-provider.ts creates it.',
      { path: '^server/', pathNot: '^server/open-provider[.]ts$' },
      { path: '^sandbox/' },
    ),
    forbid(
      'sandbox-without-shop',
      'The sandbox stands in for an external service: it knows nothing of the shop.',
      { path: '^sandbox/' },
      { path: '^(server|web|ui|admin|shared)/|^shop[.]config' },
    ),
    forbid(
      'shop-without-tools',
      'The shop runs without its tests, tools and benchmarks.',
      { path: '^(shared|server|web|ui|admin|sandbox)/' },
      { path: '^(test|scripts|bench|demo|build)/' },
    ),
    forbid(
      'shop-without-dev-dependencies',
      'The shop runs without the packages that only its developers install.',
      { path: '^(shared|server|web|ui|admin|sandbox|build)/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    // Reads TypeScript without its compiler, which has no interface for other programs since version 7.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['[.](test|fixture|d|gen)[.]m?tsx?$', '/[.]next/'] },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
