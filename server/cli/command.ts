import { DataFolderBusyError } from '#server/db/lock.ts'
import { plainStartError } from '#server/start-error.ts'
import { UsageError } from './arguments.ts'
import type { OwnersShop } from './open-shop.ts'

export type Output = {
  /** A line for the person at the terminal. */
  say: (line: string) => void
  /** A line about what went wrong. */
  complain: (line: string) => void
  /** Absent when nobody looks at a terminal. */
  terminal: NodeJS.WriteStream | undefined
}

export type Surroundings = {
  output: Output
  /** Folder against which the arguments' paths are meant. */
  cwd: string
  /** Who gives the command, for the record: the operating system's user. */
  actor: string
  /** Opens the data that the shop works with. */
  open: () => Promise<OwnersShop>
  /**
   * Has the shop that is open on the embedded data carry the command out and answers its exit code; undefined when no
   * open shop can be reached.
   */
  askOpenShop?: (args: readonly string[]) => Promise<number | undefined>
}

export type Run = (args: string[], surroundings: Surroundings) => Promise<number>

export type Command = {
  name: string
  /** Arguments as the help shows them. */
  usage: string
  summary: string
  /** The whole help of this command. */
  help: string
  /** The shop must be closed for it, where its database is the embedded one. */
  needsClosedShop?: boolean
  /** Answers the exit code: 0 done, 1 not done, 2 not understood. Says all it has to refuse before it changes anything. */
  run: Run
}

export type Action = { name: string; usage: string; summary: string; run: Run }

/** A command that is one of several actions, each with its line in the help. */
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
      if (action === undefined) throw new UsageError(`What is to be done: ${names.join(', ')}?`)
      return action.run(rest, surroundings)
    },
  }
}

/** Runs the command that the arguments name and answers the exit code. */
export async function runCommand(
  commands: readonly Command[],
  given: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const { say, complain } = surroundings.output
  const { args, actor } = takeActor(given, surroundings.actor)
  const [name = 'help', ...rest] = args
  const find = (wanted: string | undefined) => commands.find((command) => command.name === wanted)
  if (['help', '--help', '-h'].includes(name)) {
    say(find(rest[0])?.help ?? shortHelp(commands))
    return 0
  }
  const command = find(name)
  if (!command) {
    complain(`There is no command "${name}".\n\n${shortHelp(commands)}`)
    return 2
  }
  if (rest[0] === 'help' || rest.includes('--help') || rest.includes('-h')) {
    say(command.help)
    return 0
  }
  try {
    return await command.run(rest, { ...surroundings, actor })
  } catch (error) {
    if (error instanceof UsageError) {
      complain(`${error.message}\nUsage: npm run shop -- ${command.name} ${command.usage}`)
      return 2
    }
    if (error instanceof DataFolderBusyError) {
      const code = command.needsClosedShop ? undefined : await surroundings.askOpenShop?.(given)
      if (code !== undefined) return code
      complain(SHOP_IS_OPEN)
      return 1
    }
    const sentence = plainStartError(error)
    if (sentence === undefined) throw error
    complain(sentence)
    return 1
  }
}

const SHOP_IS_OPEN = [
  'The shop is running, and its embedded database takes one program at a time. Nothing was changed.',
  'Stop the shop (Ctrl-C where it runs), then try again. A shop with DATABASE_URL can stay open.',
].join('\n')

/** `--as NAME` may stand anywhere: who gives the command, where several people share one account. */
function takeActor(given: readonly string[], actor: string): { args: string[]; actor: string } {
  const at = given.indexOf('--as')
  const name = at < 0 ? undefined : given[at + 1]?.trim()
  if (name === undefined || name === '') return { args: [...given], actor }
  return { args: given.toSpliced(at, 2), actor: name.slice(0, ACTOR_MAX_CHARS) }
}
const ACTOR_MAX_CHARS = 60

function shortHelp(commands: readonly Command[]): string {
  const rows = [
    ...commands.map((command) => [`${command.name} ${command.usage}`, command.summary]),
    ['help [COMMAND]', 'Shows this, or all about one command.'],
  ]
  return [
    'Usage: npm run shop -- COMMAND [--as NAME]',
    '',
    ...inColumns(rows),
    '',
    'What changes something is kept on record with your name, or the NAME given with --as.',
  ].join('\n')
}

function inColumns(rows: readonly string[][]): string[] {
  const width = Math.max(...rows.map(([usage = '']) => usage.length))
  return rows.map(([usage = '', summary]) => `  ${usage.padEnd(width)}  ${summary}`)
}
