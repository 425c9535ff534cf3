export type ActKey = ReturnType<typeof createActKey>

/**
 * The key of an act. The same pressed again has the same one, until it was done: after a lost response it happens once. Something else is
 * another act, which the shop refuses under the first one's key. `isOne`: it is not, as what is sent replaces what was sent before.
 */
export function createActKey({ isOne = false }: { isOne?: boolean } = {}) {
  let last: { key: string; content: string | undefined } | undefined
  return {
    of: (input: unknown): string => {
      const content = JSON.stringify(input)
      if (last === undefined || (!isOne && content !== last.content))
        last = { key: crypto.randomUUID(), content }
      return last.key
    },
    /** It was done: the same once more is a new act. */
    end: () => {
      last = undefined
    },
  }
}
