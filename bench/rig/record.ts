import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cardList } from '#shared/contract/product.ts'
import type { ReadKind, ReadRecordings } from './bench.ts'
import { cardStatement } from './card-statement.ts'
import type { PostgresHost } from './database.ts'
import type { LoadRequest } from './load-process.ts'
import { newWord, renewedText } from './new-word.ts'
import type { Recording } from './recorded-statement.ts'
import {
  detailRequests,
  listRequests,
  pageRequests,
  searchRequests,
  suggestRequests,
} from './request-list.ts'
import { startShop } from './server-process.ts'

const RECORDED_REQUESTS = 40
const READS: Record<ReadKind, (products: number) => LoadRequest[]> = {
  page: pageRequests,
  list: listRequests,
  detail: detailRequests,
  search: searchRequests,
  suggest: suggestRequests,
}

/** As a URL, which encodes spaces in the path: NODE_OPTIONS would split on them. */
const PRELOAD = pathToFileURL(resolve(import.meta.dirname, 'record-statements.ts')).href

/** A response, and the statements that the shop ran for it. */
type RecordedResponse = Recording & { response: string }

/** Sends each request to a shop once, one after the other. */
async function recordStatements(
  env: Record<string, string>,
  requests: readonly LoadRequest[],
): Promise<RecordedResponse[]> {
  const responses: string[] = []
  const folder = mkdtempSync(join(tmpdir(), 'jara-bench-'))
  const file = join(folder, 'statements.json')
  const shop = await startShop({ ...env, NODE_OPTIONS: `--import ${PRELOAD}`, BENCH_RECORD_TO: file })
  try {
    // Reads that a process makes only once, on its first request, do not belong to any recording.
    await (await fetch(`${shop.url}/products`)).arrayBuffer()
    for (const request of requests) {
      const {
        method = 'GET',
        path,
        headers,
        body,
      } = JSON.parse(renewedText(JSON.stringify(request), newWord())) as LoadRequest
      const response = await fetch(shop.url + path, {
        method,
        headers: { ...headers, 'content-type': 'application/json', 'x-bench-record': 'yes' },
        ...(body === undefined ? {} : { body }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
      responses.push(text)
    }
  } finally {
    await shop.stop()
  }
  const recordings = JSON.parse(readFileSync(file, 'utf8')) as Recording[]
  rmSync(folder, { recursive: true })
  return recordings.map((recording, i) => ({ ...recording, response: responses[i] ?? '' }))
}

/** Every product in a list or on a page is a card; the cards of a page come from the list with the same query. */
const CARD_LIST = '/api/product?view=card&'
const listBehind = (path: string) => path.replace('/products?', CARD_LIST)

function withCards({ path, statements, response }: RecordedResponse): Recording {
  if (!path.startsWith('/api/product?')) return { path, statements }
  const { products } = cardList.parse(JSON.parse(response))
  return { path, statements: [...statements, cardStatement(products.map(({ id }) => id))] }
}

/** Recordings of some requests of each kind, on a database of that size. */
export async function recordReads(postgres: PostgresHost, products: number): Promise<ReadRecordings> {
  const wanted = Object.entries(READS).map(([kind, requests]) => ({
    kind,
    requests: requests(products).slice(0, RECORDED_REQUESTS),
  }))
  const paths = wanted.flatMap(({ requests }) => requests.map(({ path }) => ({ path: listBehind(path) })))
  const recordings = await recordOnPostgres(postgres, products, {}, paths)
  const byPath = new Map(recordings.map((recording) => [recording.path, recording]))
  const recordingOf = (path: string) => {
    const recording = byPath.get(listBehind(path))
    return recording === undefined ? [] : [{ ...recording, path }]
  }
  return Object.fromEntries(
    wanted.map(({ kind, requests }) => [kind, requests.flatMap(({ path }) => recordingOf(path))]),
  ) as ReadRecordings
}

/**
 * What these requests ask a PostgreSQL of that size, one after the other; of lists, what would read their cards as well.
 */
export async function recordOnPostgres(
  postgres: PostgresHost,
  products: number,
  env: Record<string, string>,
  requests: readonly LoadRequest[],
): Promise<Recording[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'jara-bench-'))
  try {
    const databaseUrl = await postgres.withProducts(products)
    const recorded = await recordStatements(
      { ...env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
      requests,
    )
    return recorded.map(withCards)
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}
