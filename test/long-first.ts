import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Starts what takes longest first, so that nothing long runs alone at the end; files of one project stay together, so that they can share a process. */
export function longFirst(longest: readonly string[]): typeof BaseSequencer {
  const rank = ({ moduleId }: TestSpecification): number => {
    const at = longest.findIndex((end) => moduleId.endsWith(end))
    return at < 0 ? longest.length : at
  }
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const projects = this.ctx.projects.map(({ name }) => name)
      const usual = await super.sort(files)
      return usual.toSorted((a, b) => projects.indexOf(a.project.name) - projects.indexOf(b.project.name) || rank(a) - rank(b))
    }
  }
}
