/** A floor: sends the recorded statements of a checkout, and calls the provider after its first transaction as the shop does. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Statement } from './database.ts'
import { serveFloor } from './process.ts'

/** `kept`: the ids that are the same in each request; every other one in the recording is new each time. */
export type StatementFloor = {
  databaseUrl: string
  poolSize: number
  recordings: Statement[][]
  kept: string[]
  providerUrl: string
}

/** Identifiers and hashes that the shop generates. */
const GENERATED_ID = /[0-9a-f]{40,64}/g

serveFloor((settings: StatementFloor) => {
  const { recordings, providerUrl } = settings
  const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: settings.poolSize })
  let turn = 0

  async function checkOut(): Promise<void> {
    const statements = recordings[turn++ % recordings.length] ?? []
    const ids = new Map(settings.kept.map((id) => [id, id]))
    const renew = (id: string) => {
      const renewed = ids.get(id) ?? randomBytes(32).toString('hex').slice(0, id.length)
      ids.set(id, renewed)
      return renewed
    }
    const client = await pool.connect()
    try {
      let isCalled = false
      for (const { values, ...statement } of statements) {
        await client.query({
          ...statement,
          values: values.map((value) => value?.replace(GENERATED_ID, renew) ?? null),
        })
        if (isCalled || !/^commit/i.test(statement.text)) continue
        isCalled = true
        await callProvider()
      }
    } finally {
      client.release()
    }
  }

  async function callProvider(): Promise<void> {
    const body = JSON.stringify({ reference: randomBytes(20).toString('hex') })
    await (await fetch(`${providerUrl}/transaction/initialize`, { method: 'POST', body })).json()
  }

  return (request, response) => {
    request.resume()
    checkOut().then(
      () => response.end('{}'),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }
})
