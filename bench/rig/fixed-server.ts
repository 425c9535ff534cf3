/** A floor: sends the same bytes for every request. */
import { serveFloor } from './process.ts'

export type FixedResponse = { status: number; headers: [name: string, value: string][]; body: Uint8Array }

serveFloor(({ status, headers, body }: FixedResponse) => {
  const flat = headers.flat()
  return (_request, response) => {
    response.writeHead(status, flat)
    response.end(body)
  }
})
