import { runCommand } from './command.ts'
import { importCommand } from './import.ts'
import { personCommand } from './person.ts'

process.exitCode = await runCommand([importCommand, personCommand], process.argv.slice(2), {
  output: {
    say: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
    terminal: process.stdout.isTTY ? process.stdout : undefined,
  },
  env: process.env,
  // npm runs scripts in the package's folder and tells in INIT_CWD where the owner stands.
  cwd: process.env.INIT_CWD ?? process.cwd(),
})
