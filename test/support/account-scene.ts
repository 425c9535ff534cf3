import { beforeEach } from 'vitest'
import { HOUR_MS } from '#shared/duration.ts'
import { PASSWORD } from './login.ts'
import { openShopScene } from './shop-scene.ts'

type StoredMail = { recipient: string; subject: string; text: string; html: string }

/** For one file of tests: a shop, and the calls about its accounts. The limits are tested elsewhere, so each test runs an hour later. */
export function openAccountScene() {
  const shop = openShopScene()
  beforeEach(() => {
    shop.clock.now += HOUR_MS
  })

  const post = (path: string, body: unknown, headers?: Record<string, string>) =>
    shop.call('POST', `/api/auth/${path}`, body, headers)
  const profile = (token: string) =>
    shop.call('GET', '/api/auth/profile', undefined, { authorization: `Bearer ${token}` })
  async function mailsTo(recipient: string): Promise<StoredMail[]> {
    const { body } = await shop.call('GET', '/dev/mailbox.json')
    return (body as StoredMail[]).filter((mail) => mail.recipient === recipient)
  }
  return { shop, post, profile, mailsTo }
}

export const registration = (email: string) => ({ fullName: 'Ada Obi', email, password: PASSWORD })
