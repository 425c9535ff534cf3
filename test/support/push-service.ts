import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PushMessage } from '#shared/contract/admin/push.ts'

/** What a browser gives to the shop, and how it reads what it is sent. */
export type PushDevice = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** What its push service answers from now on. */
  answer: (status: number) => void
  received: () => PushMessage[]
}

type Arrived = { device: string; headers: NodeJS.Dict<string | string[]>; body: Buffer }

/** A stand-in for a browser's push service (RFC 8030): keeps what it is sent for each device. */
export async function openPushService() {
  const arrived: Arrived[] = []
  const answers = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const { url: device = '', headers } = request
    arrived.push({ device, headers, body: await buffer(request) })
    response.writeHead(answers.get(device) ?? 201).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    arrived,
    newDevice: (): PushDevice => {
      const device = `/${randomBytes(16).toString('hex')}`
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      return {
        subscription: {
          endpoint: url + device,
          keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
        answer: (status) => void answers.set(device, status),
        received: () =>
          arrived
            .filter((each) => each.device === device)
            .map(({ body }) => JSON.parse(decrypt(body, keys, auth)) as PushMessage),
      }
    },
    close: () => void server.close(),
  }
}

/** As a browser does it (RFC 8291, with the one record that RFC 8188 calls aes128gcm). */
function decrypt(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + body.readUInt8(20)
  const senderKey = body.subarray(21, keyEnd)
  const derive = (secret: ArrayBuffer | Buffer, from: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', new Uint8Array(secret), from, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
  const secret = derive(keys.computeSecret(senderKey), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(body.subarray(-16))
  const plain = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}
