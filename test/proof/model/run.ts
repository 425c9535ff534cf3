import fc from 'fast-check'
import { allCommands, type Command } from './commands.ts'
import { newModel } from './model.ts'
import { leave, openCorner, openWorld, type World } from './world.ts'

const COMMANDS_MAX = 40
/** With more, reading all tables after each sequence takes longer than opening a new shop. */
const SEQUENCES_PER_WORLD = 100

/** `seed`, `path` and `replay` are printed by a failure. */
export type Part = { seed: number; sequences: number; path?: string; replay?: string }
export type Played = { sequences: number; commands: number; moves: number }

/** Plays random sequences against the model; a failing sequence is shrunk and reported. */
export async function playSequences({ seed, sequences, path, replay }: Part): Promise<Played> {
  const played: Played = { sequences: 0, commands: 0, moves: 0 }
  let world: World | undefined
  const close = async () => {
    if (world === undefined) return
    played.moves += await world.checkBooks()
    await world.shop.close()
    world = undefined
  }
  const play = async (commands: Iterable<Command>, stock: number) => {
    if (played.sequences % SEQUENCES_PER_WORLD === 0) await close()
    world ??= await openWorld()
    const here = world
    played.sequences += 1
    try {
      const corner = await openCorner(here, stock)
      const model = newModel(here.shop.clock.now, stock)
      await fc.asyncModelRun(() => ({ model, real: corner }), commands)
      await leave(corner)
      played.commands += [...commands].length
    } catch (error) {
      // Shrinking continues on a new shop with consistent data.
      world = undefined
      await here.shop.close()
      throw error
    }
  }
  const commands = fc.commands(allCommands, {
    maxCommands: COMMANDS_MAX,
    size: 'max',
    ...(replay === undefined ? {} : { replayPath: replay }),
  })
  await fc.assert(fc.asyncProperty(commands, fc.integer({ min: 1, max: 3 }), play), {
    seed,
    numRuns: sequences,
    ...(path === undefined ? {} : { path }),
  })
  await close()
  return played
}
