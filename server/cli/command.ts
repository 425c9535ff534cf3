import { Command, CommanderError, InvalidArgumentError } from '@commander-js/extra-typings'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { plainStartError } from '#server/process/start-error.ts'
import { readActor } from './arguments.ts'
import type { OwnersShop, WhenAbsent } from './open-shop.ts'

export type Output = {
  /** A line for the person at the terminal. */
  say: (line: string) => void
  /** A line about what went wrong. */
  complain: (line: string) => void
  /** Undefined when the output is not a terminal. */
  terminal: NodeJS.WriteStream | undefined
}

export type Surroundings = {
  output: Output
  /** Folder against which paths in the arguments are resolved. */
  cwd: string
  /** Who runs the command, for the audit log: the operating system's user. */
  actor: string
  /** Opens the shop's database and pictures. */
  open: (whenAbsent: WhenAbsent) => Promise<OwnersShop>
}

/** What every command works with. */
export type Context = Omit<Surroundings, 'actor' | 'open'> & {
  /** The system's user, or the name given with --as. */
  actor: () => string
  /** Opens the shop for one command and always closes it afterwards. */
  withShop: (run: (shop: OwnersShop) => Promise<void>, whenAbsent?: WhenAbsent) => Promise<void>
  /** Does an act of the admin in one transaction; what the admin would refuse is refused here in the same words. */
  act: (work: (tx: Database, dependencies: Dependencies) => Promise<void>) => Promise<void>
  /** Makes the exit code 1: the command has failed, or has found what needs a person. */
  fail: () => void
}

/** Adds one of the owner's commands to the program. */
export type AddCommand = (program: Command, context: Context) => void

const FAILED = 1
const NOT_UNDERSTOOD = 2

const NOTES = `
For a script, write "npm run -s shop -- …": without -s, npm prints lines of its own before --json output.
Every change is recorded in the audit log under your name, or under the NAME given with --as.`

/**
 * Runs the command named in the arguments and returns the exit code: 0 done, 1 failed, 2 not understood. Every refusal
 * is reported before anything is changed.
 */
export async function runCommand(
  commands: readonly AddCommand[],
  args: readonly string[],
  { output, cwd, actor, open }: Surroundings,
): Promise<number> {
  let exitCode = 0
  const program = new Command('npm run shop --')
  const withAs = program
    .usage('COMMAND [--as NAME]')
    .option('--as <name>', 'who runs the command, where several people share one account', readActor)
    .addHelpText('after', NOTES)
    .showHelpAfterError()
    .configureOutput({
      writeOut: (text) => output.say(text.trimEnd()),
      writeErr: (text) => output.complain(text.trimEnd()),
    })
    .exitOverride()
  const context: Context = {
    output,
    cwd,
    actor: () => withAs.opts().as ?? actor,
    withShop: async (run, whenAbsent = 'refuse') => {
      const shop = await open(whenAbsent)
      try {
        await run(shop)
      } finally {
        await shop.close()
      }
    },
    act: (work) =>
      context.withShop(async (shop) => {
        const dependencies = await shop.dependencies()
        await transact(dependencies.db, (tx) => work(tx, dependencies))
      }),
    fail: () => {
      exitCode = FAILED
    },
  }
  for (const addCommand of commands) addCommand(program, context)
  try {
    await program.parseAsync(args.length === 0 ? ['help'] : args, { from: 'user' })
    return exitCode
  } catch (error) {
    // Commander has printed its own errors, but not what an action finds wrong with an argument.
    if (error instanceof InvalidArgumentError) output.complain(error.message)
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : NOT_UNDERSTOOD
    const sentence = plainStartError(error)
    if (sentence === undefined) throw error
    output.complain(sentence)
    return FAILED
  }
}

/** For addHelpText: the rules of a command, which would push the message of an error off the screen. */
export const unlessError =
  (rules: string) =>
  ({ error }: { error: boolean }) =>
    error ? '' : `\n${rules}`
