import { outliveReaders } from '#server/process/end-process.ts'
import { runCommand } from './command.ts'
import { COMMANDS, systemUser } from './commands.ts'
import { openShop } from './open-shop.ts'

outliveReaders()

const output = {
  say: (line: string) => void process.stdout.write(`${line}\n`),
  complain: (line: string) => void process.stderr.write(`${line}\n`),
  terminal: process.stdout.isTTY ? process.stdout : undefined,
}
const actor = systemUser()
// npm runs scripts in the package's folder and passes the owner's working directory in INIT_CWD.
const cwd = process.env.INIT_CWD ?? process.cwd()

process.exitCode = await runCommand(COMMANDS, process.argv.slice(2), {
  output,
  actor,
  cwd,
  open: (whenAbsent) => openShop(process.env, whenAbsent),
})
