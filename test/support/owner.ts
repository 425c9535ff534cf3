import { type AddCommand, runCommand, type Surroundings } from '#server/cli/command.ts'
import type { TestShop } from './shop.ts'

export type Ended = { code: number; out: string; err: string }

/** Runs one of the owner's commands in this process, which saves a second per call, and returns its output. */
export async function runOwner(
  commands: readonly AddCommand[],
  args: readonly string[],
  surroundings: Pick<Surroundings, 'open'> & Partial<Surroundings>,
): Promise<Ended> {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCommand(commands, args, {
    output: { say: (line) => out.push(line), complain: (line) => err.push(line), terminal: undefined },
    actor: 'ngozi',
    cwd: '/',
    ...surroundings,
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** Lets the owner's commands work on a test's shop. */
export const openAsOwner =
  (shop: TestShop, dataDir = shop.picturesDir): Surroundings['open'] =>
  async () => ({
    connection: shop.connection,
    databaseLabel: 'the test database',
    dataDir,
    pictureStore: shop.pictureStore,
    now: shop.now,
    settings: async () => shop.settings,
    dependencies: async () => ({ ...shop, sandbox: shop.sandbox.app }),
    close: async () => {},
  })
