/** A floor: bare node:http that sends the same bytes for every request. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { listenForBench } from './listen.ts'

export type FixedResponse = { status: number; headers: [name: string, value: string][]; bodyBase64: string }

const { file } = JSON.parse(process.argv[2] ?? '') as { file: string }
const fixed = JSON.parse(readFileSync(file, 'utf8')) as FixedResponse
const body = Buffer.from(fixed.bodyBase64, 'base64')
const headers = fixed.headers.flat()

listenForBench(
  createServer((_request, response) => {
    response.writeHead(fixed.status, headers)
    response.end(body)
  }),
)
