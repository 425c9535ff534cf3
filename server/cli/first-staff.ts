import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { ROOT } from '#server/root.ts'
import { inviteFirstMembers } from '#server/staff/member.ts'
import { inviteForm } from '#shared/contract/admin/staff.ts'
import { LINK_HOURS } from '#shared/limits.ts'
import { shop } from '#shop.config'

const OWNER = { name: 'Owner', email: shop.email, role: 'owner' } as const

/**
 * Gives a shop without staff its first owner, with the demo catalogue also one member of each other role, and says their one-time
 * links. Only for a shop on a loopback address, whose terminal nobody else reads.
 */
export async function inviteFirstStaff(
  dependencies: Pick<Dependencies, 'db' | 'now' | 'settings'>,
  { isDemo }: { isDemo: boolean },
  say: (line: string) => void,
): Promise<void> {
  const wanted = isDemo ? await readDemoStaff() : [OWNER]
  const invitations = await transact(dependencies.db, (tx) => inviteFirstMembers(tx, dependencies, wanted))
  if (invitations.length === 0) return
  say(`Run the shop: each of these links signs in once, within ${LINK_HOURS} hours.`)
  for (const { member, link } of invitations) say(`  ${member.role.padEnd(10)}  ${link}`)
  say('Others: npm run shop -- staff link EMAIL ("staff list" shows who there is).')
}

async function readDemoStaff() {
  const text = await readFile(join(ROOT, 'demo/staff.json'), 'utf8')
  return inviteForm.array().parse(JSON.parse(text))
}
