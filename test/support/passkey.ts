import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** WebAuthn's JSON, as the browser makes it. */
type WebAuthn = Record<string, unknown>

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

type Wrong = { origin?: string; rpId?: string; isVerified?: boolean; counter?: number }

/** An authenticator in software, with one passkey: ES256, "none" attestation, a counter that goes up with each signature. */
export function createAuthenticator({ origin, rpId }: { origin: string; rpId: string }) {
  const id = randomBytes(32)
  let key: KeyObject | undefined
  let userHandle = ''
  let counter = 0

  const clientData = (type: 'webauthn.create' | 'webauthn.get', options: WebAuthn, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: options.challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: false,
      }),
    )
  function authenticatorData(flags: number, wrong: Wrong, credential = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags | USER_PRESENT | (wrong.isVerified === false ? 0 : USER_VERIFIED))
    head.writeUInt32BE(wrong.counter ?? counter, 1)
    return Buffer.concat([sha256(wrong.rpId ?? rpId), head, credential])
  }

  return {
    /** navigator.credentials.create */
    create: (options: WebAuthn, wrong: Wrong = {}): WebAuthn => {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      key = pair.privateKey
      userHandle = (options.user as { id: string }).id
      const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' })
      const cose = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, cose])
      const attestationObject = cbor(
        new Map<string, string | Map<string, never> | Buffer>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, never>()],
          ['authData', authenticatorData(HAS_CREDENTIAL, wrong, credential)],
        ]),
      )
      return presented(id, {
        clientDataJSON: clientData('webauthn.create', options, wrong).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      })
    },
    /** navigator.credentials.get */
    get: (options: WebAuthn, wrong: Wrong = {}): WebAuthn => {
      if (key === undefined) throw new Error('There is no passkey yet')
      counter += 1
      const data = authenticatorData(0, wrong)
      const client = clientData('webauthn.get', options, wrong)
      return presented(id, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), key).toString('base64url'),
        userHandle,
      })
    },
  }
}

function presented(id: Buffer, response: WebAuthn): WebAuthn {
  const text = id.toString('base64url')
  return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {}, response }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

type Cbor = number | string | Buffer | Map<number | string, number | string | Buffer | Map<string, never>>

/** The part of RFC 8949 that an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner as Cbor)]),
  ])
}

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument])
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument])
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 255])
}
