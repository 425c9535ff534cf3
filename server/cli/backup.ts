import { resolve } from 'node:path'
import { recordAct } from '#server/audit/store.ts'
import { summaryOf } from '#server/backup/format.ts'
import { writeBackup } from '#server/backup/write.ts'
import { type AddCommand, unlessError } from './command.ts'
import { createProgress } from './progress.ts'
import { countsText } from './table.ts'

const RULES = `For example: npm run shop -- backup /var/backups/shop-2026-11-20.jsonl.gz

Writes the whole shop, as of one instant, into one compressed file: catalogue, stock, orders, payments, unsent mails, people,
the audit log, and the original pictures. It can be restored into any database of a shop. The shop may stay open. The output names
the database that was read.

If a picture that a product shows cannot be found, nothing is written: most likely DATA_DIR or a PICTURES_S3_ variable is
not the shop's. --no-pictures leaves out all pictures.

Keep the file outside the folder of the program. It is as sensitive as the database: it holds names and addresses, and the secret keys that the shop generated. Only
your own account can read it. An existing file is never overwritten.

Not included: variables such as PAYSTACK_SECRET_KEY, shop.config.ts, and the sandbox provider's play money.`

export const addBackup: AddCommand = (program, { output, cwd, actor, withShop }) => {
  program
    .command('backup')
    .description('Writes the whole shop into one file.')
    .argument('<file>', 'the file to write')
    .option('--no-pictures', 'leave out all pictures')
    .addHelpText('after', unlessError(RULES))
    .action((name, { pictures }) =>
      withShop(async ({ connection: { db }, databaseLabel, now, pictureStore }) => {
        const file = resolve(cwd, name)
        const progress = createProgress(output)
        const contents = await writeBackup({
          db,
          file,
          now: now(),
          ...(pictures ? { pictureStore } : {}),
          onProgress: progress.show,
        }).finally(progress.end)
        const details = summaryOf(contents)
        await recordAct(db, { actor: actor(), action: 'backup.write', subject: 'shop', details }, now())
        output.say(`${file}: ${countsText(details)}, from ${databaseLabel}.`)
        output.say('It holds names, addresses and secret keys: protect it as you protect the database.')
      }),
    )
}
