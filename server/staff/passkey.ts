import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Settings } from '#server/dependencies.ts'
import { shop } from '#shop.config'
import type { Passkey } from './passkey-store.ts'

/** Options and responses are WebAuthn's own JSON: made and read by the library, here and in the browser. */
type WebAuthn = Record<string, unknown>
type Where = Pick<Settings, 'publicUrl'>

/** Loaded with the first passkey: it would cost every start 28 MB and a quarter of a second. */
const loadLibrary = () => import('@simplewebauthn/server')

/** ES256, Ed25519 and RS256 (RFC 9053): what every authenticator has one of, in the order in which they are wanted. */
const ALGORITHMS = [-7, -8, -257]

/** Passkeys are bound to the name of the host: another address needs others. */
const hostOf = ({ publicUrl }: Where) => new URL(publicUrl).hostname
const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))

/**
 * For a passkey that its authenticator remembers, so that nobody types an address, and that asks for a finger, a face or a PIN: it is
 * both factors.
 */
export async function registrationOptions(
  where: Where,
  member: { id: string; email: string; name: string },
  passkeys: readonly Passkey[],
): Promise<{ challenge: string; options: WebAuthn }> {
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpName: shop.brand,
    rpID: hostOf(where),
    userID: new Uint8Array(Buffer.from(member.id, 'hex')),
    userName: member.email,
    userDisplayName: member.name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { challenge: options.challenge, options: { ...options } }
}

/** The passkey that was made; undefined if anything about the response is wrong. */
export async function checkRegistration(
  where: Where,
  challenge: string,
  response: WebAuthn,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: where.publicUrl,
      expectedRPID: hostOf(where),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (registrationInfo === undefined) return undefined
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
  } catch {
    // The library throws for each thing that is wrong.
    return undefined
  }
}

export async function signInOptions(where: Where): Promise<{ challenge: string; options: WebAuthn }> {
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: hostOf(where),
    userVerification: 'required',
  })
  return { challenge: options.challenge, options: { ...options } }
}

/** The new count of the passkey's signatures; undefined if anything is wrong, an old count too: it may have been copied. */
export async function checkSignature(
  where: Where,
  { challenge, passkey }: { challenge: string; passkey: Passkey },
  response: WebAuthn,
): Promise<number | undefined> {
  const { id, publicKey, counter, transports } = passkey
  const { verifyAuthenticationResponse } = await loadLibrary()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: where.publicUrl,
      expectedRPID: hostOf(where),
      requireUserVerification: true,
      credential: { id, publicKey: bytesOf(publicKey), counter, transports },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library throws for each thing that is wrong.
    return undefined
  }
}
