/** A floor: bare node:http that sends the same bytes for every request. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { listenForBench } from './listen.ts'

export type FixedAnswer = { status: number; headers: [name: string, value: string][]; bodyBase64: string }

const { file } = JSON.parse(process.argv[2] ?? '') as { file: string }
const answer = JSON.parse(readFileSync(file, 'utf8')) as FixedAnswer
const body = Buffer.from(answer.bodyBase64, 'base64')
const headers = answer.headers.flat()

listenForBench(
  createServer((_request, response) => {
    response.writeHead(answer.status, headers)
    response.end(body)
  }),
)
