import { randomBytes, timingSafeEqual } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { Refusal } from '#server/refusal.ts'
import { type Command, runCommand } from './command.ts'
import type { OwnersShop } from './open-shop.ts'

/** File in which a shop on the embedded database publishes its command port and token. Reading it grants control of the shop. */
export const doorFile = (dataDir: string) => join(dataDir, 'door.json')

/** A command as it was typed, who typed it, and the folder that its paths are relative to. Only the whole has a limit. */
export const doorRequest = z.object({
  args: z.array(z.string()),
  actor: z.string().min(1).max(60),
  cwd: z.string(),
})

/** One JSON line of the response: output, an error message, or the exit code at the end. */
export const doorAnswer = z.union([
  z.object({ say: z.string() }),
  z.object({ complain: z.string() }),
  z.object({ code: z.number().int() }),
])

export const doorAddress = z.object({ port: z.number().int(), token: z.string() })

const BODY_MAX_KB = 64
const TOKEN_BYTES = 32
const DRAIN_MS = 10_000

/**
 * Lets a running shop execute the owner's commands, since the embedded database allows one process at a time. Listens
 * on the loopback interface and writes a token, new at each start, to a file that only the shop's account can read; a
 * web page cannot know it. Returns the function that closes the listener.
 */
export async function serveOwnerCommands(
  shop: OwnersShop,
  loadCommands: () => Promise<readonly Command[]>,
): Promise<() => Promise<void>> {
  const token = randomBytes(TOKEN_BYTES).toString('hex')
  const expected = Buffer.from(`Bearer ${token}`)
  const isAllowed = (request: IncomingMessage) => {
    const given = Buffer.from(request.headers.authorization ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const server = createServer((request, response) => {
    if (request.method !== 'POST' || !isAllowed(request)) {
      response.writeHead(403).end()
      return
    }
    answer(request, response, shop, loadCommands).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(400)
      const complain = error instanceof Refusal ? error.message : String(error)
      response.end(`${JSON.stringify({ complain })}\n`)
    })
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(0, '127.0.0.1', done)
  })
  const { port } = server.address() as AddressInfo
  const file = doorFile(shop.dataDir)
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify({ port, token }), { mode: 0o600, flag: 'wx' })
  return async () => {
    rmSync(file, { force: true })
    server.closeIdleConnections()
    // A running command gets time to finish, as running requests do.
    const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    await new Promise<void>((done) => server.close(() => done()))
    clearTimeout(force)
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  shop: OwnersShop,
  loadCommands: () => Promise<readonly Command[]>,
): Promise<void> {
  const { args, actor, cwd } = understood(await readBody(request))
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
  // Whoever asks knows from now on that the command was begun, even if the shop does not survive it.
  response.flushHeaders()
  const tell = (line: z.infer<typeof doorAnswer>) => void response.write(`${JSON.stringify(line)}\n`)
  const commands = (await loadCommands()).filter((command) => !command.needsClosedShop)
  const code = await runCommand(commands, args, {
    actor,
    cwd,
    output: {
      say: (say) => tell({ say }),
      complain: (complain) => tell({ complain }),
      terminal: undefined,
    },
    open: async () => ({ ...shop, close: async () => {} }),
  }).catch((error: unknown) => {
    tell({ complain: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    return 1
  })
  tell({ code })
  response.end()
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  // Read to its end even if it is too long: whoever is still sending does not get the answer.
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes <= BODY_MAX_KB * 1024) parts.push(part)
  }
  if (bytes > BODY_MAX_KB * 1024)
    throw new Refusal(
      `The command is longer than a running shop takes (${BODY_MAX_KB} KB). Give it in parts, or stop the shop first. Nothing was changed.`,
    )
  return Buffer.concat(parts).toString('utf8')
}

function understood(body: string): z.infer<typeof doorRequest> {
  try {
    return doorRequest.parse(JSON.parse(body))
  } catch (error) {
    throw new Refusal(
      'The running shop does not understand the command: it may be of another version. Nothing was changed.',
      { cause: error },
    )
  }
}
