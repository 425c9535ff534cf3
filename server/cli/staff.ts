import type { Database } from '#server/db/rows.ts'
import { Refusal } from '#server/refusal.ts'
import {
  changeMember,
  type Invitation,
  inviteMember,
  type MemberState,
  renewLink,
  signOutMember,
} from '#server/staff/member.ts'
import { findMemberByEmail, listMembers, type StaffMember } from '#server/staff/member-store.ts'
import { inviteForm } from '#shared/contract/admin/staff.ts'
import { ROLES } from '#shared/contract/permission.ts'
import { LINK_HOURS } from '#shared/limits.ts'
import { readAddress, readAs, readOneOf } from './arguments.ts'
import { type AddCommand, unlessError } from './command.ts'
import { counted, plainText, tableLines, timeText } from './table.ts'

const RULES = `  invite EMAIL --role ROLE   mails a one-time link that signs them in, and prints it
  list                       everyone who runs the shop
  link EMAIL                 for a lost phone: ends their sessions, removes their passkeys, password and
                             authenticator app, and mails a new one-time link
  role EMAIL ROLE            gives them another role
  suspend EMAIL              nothing lets them in until "reinstate EMAIL"
  sign-out EMAIL             ends their sessions; they can sign in again

Roles: ${ROLES.join(', ')}. The last owner stays one.
A link works once, for ${LINK_HOURS} hours. The shop may stay open.`

export const addStaff: AddCommand = (program, { output: { say }, act, actor, withShop }) => {
  const by = () => ({ actor: actor() })
  const tellLink = ({ member, link }: Invitation) => {
    say(`${member.email} (${member.role}) can sign in once, within ${LINK_HOURS} hours, at`)
    say(link)
  }
  const change = (email: string, wanted: Partial<MemberState>) =>
    act(async (tx, dependencies) => {
      const member = await getByEmail(tx, email)
      const { name, role, isSuspended } = member
      const shown = { name, role, isSuspended }
      const to = { id: member.id, shown, wanted: { ...shown, ...wanted } }
      const { state, ...changed } = await changeMember(tx, dependencies, by(), to)
      say(`${changed.email}: ${changed.role}, ${state}.`)
    })

  const staff = program
    .command('staff')
    .description('Invites and manages the people who run the shop.')
    .addHelpText('after', unlessError(RULES))
  staff
    .command('invite')
    .description('Mails and prints a one-time link for somebody new.')
    .argument('<email>', 'their e-mail address', readAs(inviteForm.shape.email))
    .requiredOption('--role <role>', ROLES.join(', '), readOneOf(ROLES))
    .option(
      '--name <name>',
      'as others see them; without it, what stands before the @',
      readAs(inviteForm.shape.name),
    )
    .action((email, { role, name = email.slice(0, email.indexOf('@')) }) =>
      act(async (tx, dependencies) =>
        tellLink(await inviteMember(tx, dependencies, by(), { email, name, role })),
      ),
    )
  staff
    .command('list')
    .description('Lists everyone who runs the shop.')
    .option('--json', 'as JSON')
    .action(({ json }) =>
      withShop(async ({ connection: { db } }) => {
        const members = await listMembers(db)
        if (json) return say(JSON.stringify(members, null, 2))
        if (members.length === 0) return say('Nobody yet: npm run shop -- staff invite EMAIL --role owner')
        const rows = members.map((member) => [
          plainText(member.name),
          member.email,
          member.role,
          member.state,
          member.hasSecondFactor ? 'yes' : 'no',
          member.lastSeenAt === null ? '' : timeText(new Date(member.lastSeenAt)),
        ])
        const headings = ['Name', 'E-mail', 'Role', 'State', 'Second factor', 'Last seen (Lagos)']
        for (const line of tableLines(headings, rows)) say(line)
      }),
    )
  staff
    .command('link')
    .description('For a lost phone: a new one-time link, and nothing else lets them in.')
    .argument('<email>', 'their e-mail address', readAddress)
    .action((email) =>
      act(async (tx, dependencies) => {
        const { id } = await getByEmail(tx, email)
        tellLink(await renewLink(tx, dependencies, by(), id))
      }),
    )
  staff
    .command('role')
    .description('Gives somebody another role.')
    .argument('<email>', 'their e-mail address', readAddress)
    .argument('<role>', ROLES.join(', '), readOneOf(ROLES))
    .action((email, role) => change(email, { role }))
  staff
    .command('suspend')
    .description('Signs somebody out, and lets them in no more.')
    .argument('<email>', 'their e-mail address', readAddress)
    .action((email) => change(email, { isSuspended: true }))
  staff
    .command('reinstate')
    .description('Lets somebody in again.')
    .argument('<email>', 'their e-mail address', readAddress)
    .action((email) => change(email, { isSuspended: false }))
  staff
    .command('sign-out')
    .description('Signs somebody out everywhere.')
    .argument('<email>', 'their e-mail address', readAddress)
    .action((email) =>
      act(async (tx, dependencies) => {
        const { id } = await getByEmail(tx, email)
        const ended = await signOutMember(tx, dependencies, by(), id)
        say(`Ended: ${counted(ended, 'session')}.`)
      }),
    )
}

async function getByEmail(tx: Database, email: string): Promise<StaffMember> {
  const member = await findMemberByEmail(tx, email)
  if (member === undefined)
    throw new Refusal(`${email} is not a member of staff. "staff list" shows who is. Nothing was changed.`)
  return member
}
