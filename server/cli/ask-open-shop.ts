import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { z } from 'zod'
import type { Output } from './command.ts'
import { doorAddress, doorAnswer, doorFile, type doorRequest } from './door.ts'

const CUT_OFF =
  'The shop closed before the command had ended. Start it, and check with "audit" whether the command was carried out.'

/**
 * Sends a command to the shop that is running on this data folder, relays its output, and returns the exit code.
 * Undefined when no running shop can be reached, or what listens on its port now is not the shop.
 */
export async function askOpenShop(
  dataDir: string,
  asked: z.infer<typeof doorRequest>,
  { say, complain }: Output,
): Promise<number | undefined> {
  const address = readAddress(dataDir)
  if (address === undefined) return undefined
  return new Promise((done) => {
    const call = request({
      host: '127.0.0.1',
      port: address.port,
      method: 'POST',
      headers: { authorization: `Bearer ${address.token}`, 'content-type': 'application/json' },
    })
    call.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return done(undefined)
      complain(CUT_OFF)
      done(1)
    })
    call.once('response', (response) => {
      if (response.statusCode !== 200) {
        refusalIn(response).then((sentence) => {
          if (sentence !== undefined) complain(sentence)
          done(sentence === undefined ? undefined : 1)
        })
        return
      }
      let code: number | undefined
      const lines = createInterface({ input: response })
      // A response that is cut off ends with an error, which the lines repeat; they then never end.
      lines.on('error', () => {})
      lines.on('line', (json) => {
        const line = doorAnswer.parse(JSON.parse(json))
        if ('say' in line) say(line.say)
        else if ('complain' in line) complain(line.complain)
        else code = line.code
      })
      response.once('close', () => {
        if (code === undefined) complain(CUT_OFF)
        done(code ?? 1)
      })
    })
    call.end(JSON.stringify(asked))
  })
}

/** Why the shop did not begin the command. Undefined if the response is not one of the shop to its owner. */
async function refusalIn(response: IncomingMessage): Promise<string | undefined> {
  if (response.statusCode !== 400) {
    response.resume()
    return undefined
  }
  try {
    const answer = doorAnswer.parse(JSON.parse(await text(response)))
    return 'complain' in answer ? answer.complain : undefined
  } catch {
    return undefined
  }
}

function readAddress(dataDir: string): z.infer<typeof doorAddress> | undefined {
  try {
    return doorAddress.parse(JSON.parse(readFileSync(doorFile(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}
