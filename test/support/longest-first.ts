import { BaseSequencer, type TestSequencerConstructor } from 'vitest/node'

/**
 * Runs one project after the other, in the order of the configuration, and in each the named test files first, in the given order,
 * so that no long one starts last and then runs alone. `names`: by project, the files that take long on an idle machine, without
 * folder and extension, longest first.
 */
export function longestFirst(names: Record<string, readonly string[]>): TestSequencerConstructor {
  return class extends BaseSequencer {
    override async sort(...[files]: Parameters<BaseSequencer['sort']>) {
      const sorted = await super.sort(files)
      const placeOf = ({ project, moduleId }: (typeof files)[number]) => {
        const long = names[project.name] ?? []
        const place = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
        return place === -1 ? long.length : place
      }
      const projects = this.ctx.projects.map(({ name }) => name)
      return sorted.toSorted(
        (one, other) =>
          projects.indexOf(one.project.name) - projects.indexOf(other.project.name) ||
          placeOf(one) - placeOf(other),
      )
    }
  }
}
