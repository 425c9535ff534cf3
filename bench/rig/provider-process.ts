/** A stand-in for the payment provider that responds immediately and knows no payments, leaving only the shop's own time. */
import { createServer } from 'node:http'
import { listenForBench } from './listen.ts'

const UNKNOWN = JSON.stringify({
  status: false,
  message: 'Transaction reference not found.',
  code: 'transaction_not_found',
})

listenForBench(
  createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      const isStart = request.method === 'POST' && request.url === '/transaction/initialize'
      const { reference } = isStart ? (JSON.parse(text) as { reference: string }) : { reference: '' }
      const data = {
        authorization_url: 'https://checkout.paystack.com/bench',
        access_code: 'bench',
        reference,
      }
      response.writeHead(isStart ? 200 : 404, { 'content-type': 'application/json' })
      response.end(
        isStart ? JSON.stringify({ status: true, message: 'Authorization URL created', data }) : UNKNOWN,
      )
    })
  }),
)
