import { resolve } from 'node:path'
import { recordAct } from '#server/audit/store.ts'
import { summaryOf } from '#server/backup/format.ts'
import { writeBackup } from '#server/backup/write.ts'
import { readArguments, UsageError } from './arguments.ts'
import type { Command } from './command.ts'
import { createProgress } from './progress.ts'
import { countsText } from './table.ts'
import { withShop } from './with-shop.ts'

const HELP = `Usage: npm run shop -- backup FILE [--no-pictures]
For example: npm run shop -- backup /var/backups/shop-2026-11-20.jsonl.gz

Writes the whole shop, as of one instant, into one compressed file: catalogue, stock, orders, payments, unsent mails, people,
the audit log, and the original pictures. It can be restored into any database of a shop. The shop may stay open. The output names
the database that was read.

If a picture that a product shows cannot be found, nothing is written: most likely DATA_DIR or a PICTURES_S3_ variable is
not the shop's. --no-pictures leaves out all pictures.

Keep the file outside the folder of the program. It is as sensitive as the database: it holds names and addresses, and the secret keys that the shop generated. Only
your own account can read it. An existing file is never overwritten.

Not included: variables such as PAYSTACK_SECRET_KEY, shop.config.ts, and the sandbox provider's play money.`

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
    if (name === undefined || more.length > 0) throw new UsageError('Name one file to write to.')
    const file = resolve(surroundings.cwd, name)
    return withShop(
      surroundings,
      async ({ connection: { db }, databaseLabel, now, pictureStore }, output) => {
        const progress = createProgress(output)
        const contents = await writeBackup({
          db,
          file,
          now: now(),
          ...(values['no-pictures'] ? {} : { pictureStore }),
          onProgress: progress.show,
        }).finally(progress.end)
        const { actor } = surroundings
        const details = summaryOf(contents)
        await recordAct(db, { actor, action: 'backup.write', subject: 'shop', details }, now())
        output.say(`${file}: ${countsText(details)}, from ${databaseLabel}.`)
        output.say('It holds names, addresses and secret keys: protect it as you protect the database.')
        return 0
      },
    )
  },
}
