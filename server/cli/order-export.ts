import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Argument, type Command } from '@commander-js/extra-typings'
import { exportCsv } from '#server/money/export.ts'
import { Refusal } from '#server/refusal.ts'
import { EXPORT_KINDS } from '#shared/contract/admin/money.ts'
import { readDay } from './arguments.ts'
import type { Context } from './command.ts'

/** Writes what was paid and returned to a file for a spreadsheet, as the admin's Money does. */
export function addOrderExport(orders: Command, { output: { say }, cwd, actor, withShop }: Context): void {
  orders
    .command('export')
    .description('Writes what was paid, or returned, in some days to a CSV file.')
    .addArgument(new Argument('<what>').choices(EXPORT_KINDS))
    .argument('<file>', 'a new file')
    .requiredOption('--since <day>', 'the first day in Lagos, such as 2026-11-01', readDay)
    .requiredOption('--until <day>', 'the last day', readDay)
    .option('--semicolon', 'semicolons between cells, commas in amounts')
    .option('--no-buyers', 'without names, addresses and numbers of buyers')
    .action((kind, file, { since, until, semicolon, buyers }) =>
      withShop(async ({ connection: { db }, now }) => {
        const text = await exportCsv(
          db,
          {
            kind,
            which: { since, until },
            separator: semicolon ? 'semicolon' : 'comma',
            withBuyers: buyers,
            by: { actor: actor() },
          },
          now(),
        )
        await pipeline(Readable.from(text), createWriteStream(resolve(cwd, file), { flags: 'wx' })).catch(
          (error: NodeJS.ErrnoException) => {
            if (error.code === 'EEXIST') throw new Refusal(`${file} exists already. Nothing was changed.`)
            throw error
          },
        )
        say(`${file} has the ${kind} of ${since} to ${until}.`)
      }),
    )
}
