import { resolve } from 'node:path'
import { recordAct } from '#server/audit/store.ts'
import { summaryOf } from '#server/backup/format.ts'
import { writeBackup } from '#server/backup/write.ts'
import { readArguments, UsageError } from './arguments.ts'
import type { Command } from './command.ts'
import { createProgress } from './progress.ts'
import { withShop } from './with-shop.ts'

const HELP = `Usage: npm run shop -- backup FILE [--no-pictures]

Writes the whole shop as it is at one instant into one compressed file: catalogue, stock, orders, payments, mails that are
owed, people, the record, and the original pictures. It can be restored on either database. The shop may be open.

Whoever has the file has everything: names and addresses, and the shop's secret keys that it made itself. Only your own
account can read it; keep it as you keep the database. A file that exists is never overwritten.

Not in it: variables such as PAYSTACK_SECRET_KEY, shop.config.ts, and the sandbox provider's play money.`

export const backupCommand: Command = {
  name: 'backup',
  usage: 'FILE [--no-pictures]',
  summary: 'Writes the whole shop into one file.',
  help: HELP,
  run: (args, surroundings) => {
    const { values, positionals } = readArguments(args, {
      'no-pictures': { type: 'boolean', default: false },
    })
    const [name, ...more] = positionals
    if (name === undefined || more.length > 0) throw new UsageError('Into which one file?')
    const file = resolve(surroundings.cwd, name)
    return withShop(surroundings, async ({ connection: { db }, now, pictureStore }, output) => {
      const progress = createProgress(output)
      const contents = await writeBackup({
        ...{ db, file, now: now() },
        ...(values['no-pictures'] ? {} : { pictureStore }),
        onProgress: progress.show,
      }).finally(progress.end)
      const { actor } = surroundings
      const details = summaryOf(contents)
      await recordAct(db, { actor, action: 'backup.write', subject: 'shop', details }, now())
      const { orders, rows, pictures } = details
      output.say(`${file}: ${orders} orders, ${rows} rows in all, ${pictures} pictures.`)
      output.say('It holds names, addresses and secret keys. Keep it as you keep the database.')
      return 0
    })
  },
}
