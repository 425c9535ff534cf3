import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { askOpenShop } from './ask-open-shop.ts'
import { doorFile } from './door.ts'

const closings: (() => void)[] = []
afterEach(() => {
  for (const close of closings.splice(0)) close()
})

/** Asks a shop that answers in this way, and returns the exit code and what was printed. */
async function asking(answer: (response: ServerResponse) => void) {
  const dataDir = mkdtempSync(join(tmpdir(), 'jara-door-'))
  const server = createServer((_, response) => answer(response))
  closings.push(() => {
    server.close()
    rmSync(dataDir, { recursive: true })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  writeFileSync(doorFile(dataDir), JSON.stringify({ port, token: 'x' }))
  const [said, complaints]: [string[], string[]] = [[], []]
  const code = await askOpenShop(
    dataDir,
    { args: ['audit'], actor: 'ngozi', cwd: dataDir },
    { say: (line) => said.push(line), complain: (line) => complaints.push(line), terminal: undefined },
  )
  return { code, said, complaints }
}

test.each<[string, (response: ServerResponse) => void]>([
  ['never comes', (response) => response.destroy()],
  ['is cut off', (response) => response.write('{"say":"one"}\n', () => response.destroy())],
  ['ends early', (response) => response.end('{"say":"one"}\n')],
])('an answer that %s says that the command may not have been carried out', async (_, answer) => {
  const { code, said, complaints } = await asking(answer)
  expect({ code, said }).toEqual({ code: 1, said: said.slice(0, 1) })
  expect(complaints).toEqual([
    expect.stringContaining('check with "audit" whether the command was carried out'),
  ])
})

test('a refusal is printed, and the exit code is 1', async () => {
  const answered = await asking((response) => response.writeHead(400).end('{"complain":"Too long."}\n'))
  expect(answered).toEqual({ code: 1, said: [], complaints: ['Too long.'] })
})

test.each([
  [400, '<h1>Bad Request</h1>'],
  [400, '{"error":"bad"}'],
  [403, '{"complain":"No."}'],
])('what answers %j %s is not the shop', async (status, body) => {
  const answered = await asking((response) => response.writeHead(status).end(body))
  expect(answered).toEqual({ code: undefined, said: [], complaints: [] })
})

test('an answer in pieces is printed by lines, and its code is the exit code', async () => {
  const answered = await asking((response) => {
    response.write('{"say":"one"}\n{"sa')
    setImmediate(() => response.end('y":"two"}\n{"code":3}\n'))
  })
  expect(answered).toEqual({ code: 3, said: ['one', 'two'], complaints: [] })
})
