import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Role } from '#shared/contract/permission.ts'
import { listAxeViolations } from './axe.ts'
import type { Journey } from './journey-type.ts'
import { listSmallTargets, overflowPx, setTextSize } from './layout.ts'

/** Invites somebody by command and returns the one-time link, from the mail. */
export async function inviteByCommand(journey: Journey, email: string, role: Role): Promise<string> {
  const name = email.slice(0, email.indexOf('@'))
  await journey.command('staff', 'invite', email, '--role', role, '--name', `${name} ${role}`)
  const link = async () => {
    const { body } = await journey.ask<{ recipient: string; text: string }[]>('GET', '/dev/mailbox.json')
    const mail = body.find(({ recipient }) => recipient === email)
    return /\S+\/admin\/join#\S+/.exec(mail?.text ?? '')?.[0]
  }
  await expect.poll(link).toBeDefined()
  return (await link()) ?? ''
}

/** Opens a one-time link, and is signed in. */
export async function joinByLink(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor()
}

/** A device that has a fingerprint reader, which always knows its finger. */
export async function addFingerprintReader(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** What an authenticator app shows at a time. */
export const authenticatorCode = (secret: string, atMs: number) =>
  new TOTP({ secret }).generate({ timestamp: atMs })

/** A screen of the admin on this window: accessible, with targets for a thumb, and whole with text of double size. */
export async function listScreenFaults(page: Page): Promise<string[]> {
  const faults = [...(await listAxeViolations(page)), ...(await listSmallTargets(page))]
  const over = await overflowPx(page)
  await setTextSize(page, '200%')
  const overEnlarged = await overflowPx(page)
  await setTextSize(page, '')
  if (over > 0) faults.push(`${over} px wider than the window`)
  if (overEnlarged > 0) faults.push(`${overEnlarged} px wider than the window with text of double size`)
  return faults
}
