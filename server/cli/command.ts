import { plainStartError } from '#server/process/start-error.ts'
import { UsageError } from './arguments.ts'
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

export type Run = (args: string[], surroundings: Surroundings) => Promise<number>

export type Command = {
  name: string
  /** The arguments as shown in the help. */
  usage: string
  summary: string
  /** The full help text of this command. */
  help: string
  /** Returns the exit code: 0 done, 1 failed, 2 usage error. Reports every refusal before it changes anything. */
  run: Run
}

export type Action = { name: string; usage: string; summary: string; run: Run }

/** A command with several actions, each with its own line in the help. */
export function commandOfActions(
  command: Pick<Command, 'name' | 'summary'> & { actions: readonly Action[]; help: string },
): Command {
  const { name, actions } = command
  const names = actions.map((action) => action.name)
  const rows = actions.map((action) => [`${name} ${action.name} ${action.usage}`.trim(), action.summary])
  return {
    ...command,
    usage: `${names.join('|')} …`,
    help: [
      `Usage: npm run shop -- ${name} ${names.join('|')} …`,
      '',
      ...inColumns(rows),
      '',
      command.help,
    ].join('\n'),
    run: async ([wanted = 'help', ...rest], surroundings) => {
      const action = actions.find((candidate) => candidate.name === wanted)
      if (action === undefined) throw new UsageError(`Choose an action: ${names.join(', ')}.`)
      try {
        return await action.run(rest, surroundings)
      } catch (error) {
        if (error instanceof UsageError) error.usage ??= `${name} ${action.name} ${action.usage}`.trim()
        throw error
      }
    },
  }
}

/** Runs the command named in the arguments and returns the exit code. */
export async function runCommand(
  commands: readonly Command[],
  given: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const { say, complain } = surroundings.output
  const { args, actor } = takeActor(given, surroundings.actor)
  if (actor === undefined) {
    complain('--as needs a name.\nUsage: npm run shop -- COMMAND [--as NAME]')
    return 2
  }
  const [name = 'help', ...rest] = args
  const find = (wanted: string | undefined) => commands.find((command) => command.name === wanted)
  const isHelp = ['help', '--help', '-h'].includes(name)
  const wanted = isHelp ? rest[0] : name
  const command = find(wanted)
  if (wanted !== undefined && command === undefined) {
    complain(`There is no command "${wanted}".\n\n${shortHelp(commands)}`)
    return 2
  }
  if (isHelp || command === undefined) {
    say(command?.help ?? shortHelp(commands))
    return 0
  }
  if (rest[0] === 'help' || rest.includes('--help') || rest.includes('-h')) {
    say(command.help)
    return 0
  }
  try {
    return await command.run(rest, { ...surroundings, actor })
  } catch (error) {
    if (error instanceof UsageError) {
      complain(
        `${error.message}\nUsage: npm run shop -- ${error.usage ?? `${command.name} ${command.usage}`}`,
      )
      return 2
    }
    const sentence = plainStartError(error)
    if (sentence === undefined) throw error
    complain(sentence)
    return 1
  }
}

/**
 * `--as NAME` or `--as=NAME`, at any position, says who runs the command where several people share one account. The actor is undefined
 * if the name is missing.
 */
function takeActor(given: readonly string[], actor: string): { args: string[]; actor: string | undefined } {
  const at = given.findIndex((arg) => arg === '--as' || arg.startsWith('--as='))
  if (at < 0) return { args: [...given], actor }
  const isInline = given[at] !== '--as'
  const name = (isInline ? given[at]?.slice('--as='.length) : given[at + 1])?.trim()
  if (name === undefined || name === '' || name.startsWith('-')) return { args: [], actor: undefined }
  return { args: given.toSpliced(at, isInline ? 1 : 2), actor: name.slice(0, ACTOR_MAX_CHARS) }
}
const ACTOR_MAX_CHARS = 60

function shortHelp(commands: readonly Command[]): string {
  const rows = [
    ...commands.map((command) => [`${command.name} ${command.usage}`, command.summary]),
    ['help [COMMAND]', 'Shows this help, or the full help of one command.'],
  ]
  return [
    'Usage: npm run shop -- COMMAND [--as NAME]',
    '',
    ...inColumns(rows),
    '',
    'For a script, write "npm run -s shop -- …": without -s, npm prints lines of its own before --json output.',
    'Every change is recorded in the audit log under your name, or under the NAME given with --as.',
  ].join('\n')
}

function inColumns(rows: readonly string[][]): string[] {
  const width = Math.max(...rows.map(([usage = '']) => usage.length))
  return rows.map(([usage = '', summary]) => `  ${usage.padEnd(width)}  ${summary}`)
}
