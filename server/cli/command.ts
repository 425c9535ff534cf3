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
  env: Record<string, string | undefined>
  /** Folder against which the arguments' paths are meant. */
  cwd: string
}

export type Command = {
  name: string
  /** Arguments as the help shows them. */
  usage: string
  summary: string
  /** The whole help of this command. */
  help: string
  /** Answers the exit code: 0 done, 1 not done, 2 not understood. */
  run: (args: string[], surroundings: Surroundings) => Promise<number>
}

/** Runs the command that the arguments name and answers the exit code. */
export async function runCommand(
  commands: readonly Command[],
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const { say, complain } = surroundings.output
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
  if (rest.includes('--help') || rest.includes('-h')) {
    say(command.help)
    return 0
  }
  return command.run(rest, surroundings)
}

function shortHelp(commands: readonly Command[]): string {
  const rows = [
    ...commands.map((command) => [`${command.name} ${command.usage}`, command.summary]),
    ['help [COMMAND]', 'Shows this, or all about one command.'],
  ]
  const width = Math.max(...rows.map(([usage = '']) => usage.length))
  return [
    'Usage: npm run shop -- COMMAND',
    '',
    ...rows.map(([usage = '', summary]) => `  ${usage.padEnd(width)}  ${summary}`),
  ].join('\n')
}
