import { BaseSequencer, type TestSequencerConstructor } from 'vitest/node'

/**
 * Starts the named test files first, in the given order, so that no long one starts last and then runs alone. `names`: the
 * files that take long on an idle machine, without folder and extension, longest first.
 */
export function longestFirst(names: readonly string[]): TestSequencerConstructor {
  const placeOf = (path: string) => {
    const place = names.findIndex((name) => path.endsWith(`/${name}.test.ts`))
    return place === -1 ? names.length : place
  }
  return class extends BaseSequencer {
    override async sort(...[files]: Parameters<BaseSequencer['sort']>) {
      const sorted = await super.sort(files)
      return sorted.toSorted((one, other) => placeOf(one.moduleId) - placeOf(other.moduleId))
    }
  }
}
